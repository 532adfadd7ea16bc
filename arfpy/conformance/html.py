"""The report as one page of its own: no script, nothing fetched, light and dark."""

from __future__ import annotations

from html import escape
from typing import Any

from .outcomes import PASSED
from .visible import address, rows

_STYLE = """
:root { color-scheme: light dark; --line: #8886; --bad: light-dark(#a11, #f99); --good: light-dark(#14602f, #8d9); }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
h2 { font-size: 1.2rem; } h3 { font-size: 1rem; overflow-wrap: anywhere; color: var(--bad); }
table { border-collapse: collapse; } th, td { text-align: left; padding: .2rem 1rem .2rem 0; vertical-align: top; }
code { font-family: ui-monospace, monospace; font-size: .875em; overflow-wrap: anywhere; }
section { border-top: 1px solid var(--line); } .good { color: var(--good); }
dl { display: grid; grid-template-columns: minmax(5rem, max-content) 1fr; gap: .2rem 1rem; }
dd { margin: 0; min-width: 0; }
"""


def page(report: dict[str, Any], site: str = "") -> str:
    """Return the whole page.

    :param site: the address of a site with the specification, to which clauses are linked; empty links nothing.
    """
    implementation = report["implementation"]
    named = f"{implementation['name']} {implementation['version']}".rstrip()
    title = escape(f"{named}: ARF v{report['spec']} conformance")
    failing = [result for result in report["results"] if result["outcome"] != PASSED]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
        "<p>Self-reported: whoever ran the kit made this page. The command below repeats the run.</p>\n"
        f"{_levels(report)}{_facts(report)}"
        f"<h2>{len(failing) or 'No'} {'result' if len(failing) == 1 else 'results'} to look at</h2>\n"
        f"{''.join(_failing(result, site) for result in failing)}</main>\n</body>\n</html>\n"
    )


def _levels(report: dict[str, Any]) -> str:
    body = "".join(
        f"<tr><th scope=row>{level['level']}</th><td>{level['passed']} of {level['cases']}</td>"
        f"<td{' class=good' if level['reached'] else ''}>{'reached' if level['reached'] else 'not reached'}</td></tr>\n"
        for level in report["levels"]
    )
    head = "<tr><th scope=col>Level</th><th scope=col>Cases passed</th><th scope=col>State</th></tr>\n"
    return f"<h2>Levels</h2>\n<table>\n{head}{body}</table>\n"


def _facts(report: dict[str, Any]) -> str:
    codes = report["codes"]
    facts = {
        "Outcomes": ", ".join(f"{count} {name}" for name, count in report["summary"].items()),
        "Codes": f"{codes['same']} of {codes['rejections']} rejections name the code of the specification",
        "Operations": ", ".join(report["ops"]),
        "Chosen by": ", ".join(report["only"]) or "no pattern: every case",
        "Date": report["date"],
        "Vector set": report["vectors"]["digest"],
        "Repeat it": report["repeat"] or "the answers were handed in as a file",
    }
    body = "".join(f"<dt>{name}</dt><dd><code>{escape(text)}</code></dd>\n" for name, text in facts.items())
    return f"<h2>The run</h2>\n<dl>\n{body}</dl>\n"


def _failing(result: dict[str, Any], site: str) -> str:
    shown = {name: f"<code>{escape(text)}</code>" for name, text in rows(result)} | {"clause": _clause(result, site)}
    body = "".join(f"<dt>{escape(name)}</dt><dd>{content}</dd>\n" for name, content in shown.items())
    heading = f"{escape(result['outcome'])}: {escape(result['case'])}"
    return f"<section>\n<h3>{heading}</h3>\n<p>{escape(result['reason'])}</p>\n<dl>\n{body}</dl>\n</section>\n"


def _clause(result: dict[str, Any], site: str) -> str:
    clause = escape(result["clause"])
    target = escape(f"{site.rstrip('/')}/{address(result['clause'])}", quote=True)
    return f'<a href="{target}">{clause}</a>' if site else f"<code>{clause}</code>"
