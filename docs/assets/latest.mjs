/** Follow the page's one link, and take the fragment along: a link to a rule then leads to the rule. */

const link = document.getElementById("latest");
link.hash = window.location.hash;
window.location.replace(link.href);
