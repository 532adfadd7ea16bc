"""Nothing that a record, a file name, a link or an error says is ever run, and nothing of it leaves the page."""

from __future__ import annotations

import base64
import json
import zlib
from urllib.parse import quote

import pytest

from tests.browser.verifying import DIGEST, ENDORSEMENT, VerifyPage

pytestmark = pytest.mark.browser

PAYLOADS = [
    "<script>hit()</script>",
    "<img src=x onerror=hit()>",
    "<svg onload=hit()>",
    "<svg><script>hit()</script></svg>",
    "<iframe srcdoc='<script>parent.hit()</script>'></iframe>",
    "<body onload=hit()>",
    "<details open ontoggle=hit()>",
    "<video><source onerror=hit()></video>",
    "<input autofocus onfocus=hit()>",
    "<a href=javascript:hit()>x</a>",
    "<form action=javascript:hit()><button>x</button></form>",
    "<object data=javascript:hit()>",
    "<embed src=javascript:hit()>",
    "<base href=//example.org/>",
    "<link rel=stylesheet href=//example.org/x.css>",
    "<meta http-equiv=refresh content='0;url=//example.org/'>",
    "<style>@import '//example.org/x.css'</style>",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=hit()>",
    "<noscript><p title='</noscript><img src=x onerror=hit()>'>",
    "<template><img src=x onerror=hit()></template>",
    "<marquee onstart=hit()>",
    '"><img src=x onerror=hit()>',
    "'><img src=x onerror=hit()>",
    "' onmouseover='hit()",
    '" autofocus onfocus="hit()',
    "</code></pre><img src=x onerror=hit()>",
    "</textarea><script>hit()</script>",
    "</title><script>hit()</script>",
    "--><script>hit()</script><!--",
    "]]><script>hit()</script>",
    "javascript:hit()",
    "data:text/html,<script>hit()</script>",
    "${hit()}",
    "{{constructor.constructor('hit()')()}}",
    "`${hit()}`",
    "\\u003cimg src=x onerror=hit()\\u003e",
    "&lt;img src=x onerror=hit()&gt;",
    "&#60;img src=x onerror=hit()&#62;",
    "%3Cimg src=x onerror=hit()%3E",
    "\u202e<img src=x onerror=hit()>\u202c",
    "\u2066<script>hit()</script>\u2069",
    "<\u200bscript>hit()</script>",
    "\x00<script>hit()</script>",
    "__proto__",
    "constructor",
    "toString",
    "\ufeff<script>hit()</script>",
    "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>&e;",
]
WATCH = "() => { window.hits = 0; window.hit = () => { window.hits += 1; }; }"
FOREIGN = "#arf-verify :is(script, img, svg, iframe, object, embed, video, form form, base, link, meta, style, math, marquee, template)"


@pytest.fixture(scope="module")
def watched(browser, site_url: str):
    """A page that counts what runs, what opens a dialog, and what is asked of any server after loading."""
    context = browser.new_context()
    page = VerifyPage(context.new_page(), site_url)
    page.page.evaluate(WATCH)
    page.asked, page.dialogs = [], []
    # Chromium asks for the icon of the site again whenever the fragment changes.
    page.page.on("request", lambda request: request.url.endswith("/assets/favicon.svg") or page.asked.append(request.url))
    page.page.on("dialog", lambda dialog: (page.dialogs.append(dialog.message), dialog.dismiss()))
    yield page
    context.close()


def harm(page: VerifyPage) -> list:
    """What ran, was built from the text, opened a dialog, or was asked of a server."""
    ran = page.page.evaluate("() => window.hits + ('polluted' in {} ? 1 : 0)")
    built = page.page.evaluate("selector => [...document.querySelectorAll(selector)].map((one) => one.tagName)", FOREIGN)
    return [*(["it ran"] if ran else []), *built, *page.dialogs, *page.asked]


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_payload_runs_nowhere(watched: VerifyPage, payload: str) -> None:
    """As name, value, pointer, type, version, file name, text, expected digest, and in the fields of a link."""
    page = watched
    name = json.dumps(payload)
    record = f'{{{name}:{name},"type":{name},"id":[{{{name}:{name}}}]}}'
    page.check(record)
    page.check(record, record_type="claim")
    page.check(f'{{"canonicalizationVersion":{name}}}')
    page.check(f"{record}\n{payload}\n{record}", input_format="ndjson")
    page.page.locator("[data-row-verdict]").nth(1).click()
    page.check(payload)
    page.check(f'{{"a":1,{payload}')
    page.check(f"{{{name}:1,{name}:2}}")
    page.check(record, expect=payload)
    page.check(record, expect="0" * 64).page.fill("[data-other]", payload)
    assert harm(page) == []
    file_name = payload.replace("\x00", "").replace("/", "⁄")
    page.choose((file_name or "x", record.encode()))
    page.choose((file_name or "x", b"{"), ("b.ndjson", record.encode()))
    page.page.click("[data-clear]")
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = base64.urlsafe_b64encode(packer.compress(record.encode()) + packer.flush()).decode().rstrip("=")
    for fragment in (f"v=1&type={quote(payload)}&r={packed}", f"v=1&expect={quote(payload)}&r={packed}", f"v={quote(payload)}", payload):
        page.page.evaluate("fragment => { location.hash = fragment; }", fragment)
        page.page.wait_for_timeout(20)
        page.settled()
    assert harm(page) == []


def test_prototypes_are_not_touched(watched: VerifyPage) -> None:
    """Names that mean something to JavaScript are names like others, in both implementations."""
    page = watched
    page.check('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"hasOwnProperty":1,"toJSON":2}')
    assert page.data("comparison") == "agree"
    assert harm(page) == []


@pytest.mark.parametrize(
    "text",
    ["[" * 5000 + "]" * 5000, '{"a":' * 5000, "[" * 1_000_000, "[" * 500_000 + "]" * 500_000, '"' * 999_999, "\\" * 500_000],
)
def test_what_ends_other_readers_gets_a_sentence(watched: VerifyPage, text: str) -> None:
    """5,000 levels, a million brackets, quotes and backslashes; the next input works."""
    page = watched.check(text)
    assert page.data("verdict") == "unreadable"
    assert page.check(ENDORSEMENT).data("digest") == DIGEST
    assert harm(page) == []


@pytest.mark.slow
def test_an_input_that_takes_too_long_is_given_up(verify) -> None:
    """More work than the careful reader can do in 30 s: then the checker is started again, and the page says so."""
    text = b'{"a":[' + b"0," * 12_000_000 + b'0],"a":1}'
    page = verify
    page.page.set_input_files("#arf-file", {"name": "slow.json", "mimeType": "application/json", "buffer": text})
    page.page.wait_for_selector("[data-failure=stopped]", timeout=120_000)
    assert "started again" in page.text("[data-failure]")
    page.page.click("[data-clear]")
    assert page.check(ENDORSEMENT).data("digest") == DIGEST
