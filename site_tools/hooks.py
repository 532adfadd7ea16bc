"""What MkDocs calls while it builds: the pages and files that come from ``spec/``, and the browser's runtime."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from mkdocs.exceptions import BuildError
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File

# MkDocs loads this file by its path, so the project's folder is not on the search path yet.
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from site_tools import (  # noqa: E402
    assets,
    codes_page,
    conformance_page,
    example_pages,
    lint_site,
    outputs,
    pages,
    policy,
    receipt_examples,
    reference,
    runtime,
    sbom,
    sealing,
    spec_pages,
    traceability,
    vectors_page,
    whole,
)

# Pages are dated by this instant unless the environment names another, so that two builds are byte-identical.
os.environ.setdefault("SOURCE_DATE_EPOCH", "1767225600")


def on_files(files: Any, config: Any) -> Any:
    """Add every generated page and every published file of the standard; leave out what no page loads."""
    for file in [file for file in files if assets.unused(file.src_uri)]:
        files.remove(file)
    for path, content in {
        **spec_pages.pages(),
        "reference.md": reference.page(),
        "codes.md": codes_page.page(),
        **codes_page.pages(),
        "vectors.md": vectors_page.page(),
        **vectors_page.pages(),
        "traceability.md": traceability.page(),
        whole.PAGE: whole.markdown(),
        "llms.txt": outputs.llms(),
        **outputs.latest(),
        "conformance/results.md": conformance_page.page(),
        "conformance/requests.jsonl": conformance_page.requests(),
        "assets/examples.json": assets.examples(),
        "assets/receipt-examples.json": receipt_examples.published(),
        "spec/v0.1/vectors.json": vectors_page.all_vectors(),
        "spec/v0.1/examples.json": example_pages.export(),
        "sbom/site.cdx.json": sbom.site(runtime.build()),
        "sbom/arfpy.cdx.json": sbom.package(),
    }.items():
        files.append(File.generated(config, path, content=content))
    for path, source in {**spec_pages.published_files(), **assets.runtime_files()}.items():
        files.append(File.generated(config, path, abs_src_path=str(source)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Show the examples of the text, link the codes that it names to what they mean, write out the headers."""
    return spec_pages.shown(markdown, page.file.src_uri).replace("%nginx%", policy.nginx())


def on_post_page(output: str, **_: Any) -> str:
    """Mend what the theme's HTML lacks for screen readers."""
    return pages.accessible(output)


@event_priority(-100)
def on_post_build(config: Any) -> None:
    """Finish the site when every file is there, and end the build where an address leads nowhere."""
    site = Path(config.site_dir)
    # MkDocs would take this file for a page.
    (site / whole.FILE).write_text(whole.markdown(), encoding="utf-8")
    sealing.seal(site)
    if dead := lint_site.findings(site):
        raise BuildError("\n".join(dead))
