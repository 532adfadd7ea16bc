"""The Content-Security-Policy of every page, and the same rules as headers for hosts that can send them."""

from __future__ import annotations

# A worker that is started from a blob inherits the policy of the page; one started by its address does not.
_DIRECTIVES = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "worker-src": "'self' blob:",
    "base-uri": "'none'",
    "form-action": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "arf",
}
# A policy in a page's text cannot say who may frame the page; a header can.
_ONLY_AS_HEADER = {"frame-ancestors": "'none'"}


def _written(directives: dict[str, str]) -> str:
    return "; ".join(f"{name} {value}" for name, value in directives.items())


META = _written(_DIRECTIVES)
HEADERS = {
    "Content-Security-Policy": _written({**_DIRECTIVES, **_ONLY_AS_HEADER}),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
# The service worker keeps the site by content; a browser that kept this file longer would miss a new version.
UNCACHED = "sw.js"


def allowing(text: str, hashes: list[str]) -> str:
    """Return a text with a policy in it, which then allows the inline scripts with these hashes: the import maps."""
    mark = "wasm-unsafe-eval"
    for quote in ("'", "&#39;"):
        sources = "".join(f" {quote}{found}{quote}" for found in hashes)
        text = text.replace(f"{quote}{mark}{quote}", f"{quote}{mark}{quote}{sources}")
    return text


def headers_file() -> str:
    """Return the file ``_headers`` that several static hosts read, without the hashes of the import maps."""
    lines = ["/*", *(f"  {name}: {value}" for name, value in HEADERS.items())]
    return "\n".join([*lines, f"/{UNCACHED}", "  Cache-Control: no-cache", ""])


def nginx() -> str:
    """Return the lines of an nginx ``server`` block that send the same headers and the types that modules need."""
    lines = [f'add_header {name} "{value}" always;' for name, value in HEADERS.items()]
    return "\n".join(
        [
            *lines,
            "types {",
            "    text/javascript   mjs;",
            "    application/wasm  wasm;",
            "}",
        ]
    )
