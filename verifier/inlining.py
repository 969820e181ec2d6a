"""Put the vendored cryptography into the page, and renew the hashes by which it allows its own scripts.

`python -m verifier.inlining` writes `index.html`. The page is one file, so that it works from disk wherever it is put.
"""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE / "index.html"
MODULES = ("hashes-utils", "hashes-u64", "hashes-md", "hashes-sha2", "hashes-hmac", "ed25519")
"""In the order in which they need each other."""

_IMPORT = re.compile(
    r"^import (?:\* as (?P<whole>\w+)|\{(?P<names>[^}]+)\}) from \"\./_?(?P<module>\w+)\.js\";$", re.MULTILINE
)
_EXPORT = re.compile(r"^export (?P<kind>const|function|class|async function) (?P<name>\w+)", re.MULTILINE)
_EXPORTS = re.compile(r"^export \{(?P<names>[^}]+)\};$", re.MULTILINE)
_SOURCE_MAP = re.compile(r"^//# sourceMappingURL=.*\n?", re.MULTILINE)
_POLICY = re.compile(r"(?<=content=\"default-src 'none'; )[^\"]*(?=\")")
_BLOCK = re.compile(r"<(?P<name>script|style)(?: id=\"\w+\")?>(?P<text>.*?)</(?P=name)>", re.DOTALL)
_VENDORED = re.compile(r"(?<=<script id=\"noble\">).*?(?=</script>)", re.DOTALL)


def bundle() -> str:
    """Return the vendored modules as one script that defines `noble`."""
    parts = ['\n"use strict";\nconst noble = (() => {\n']
    parts += [_scoped(name, (HERE / "vendor" / f"noble-{name}.js").read_text(encoding="utf-8")) for name in MODULES]
    parts.append("noble_ed25519.hashes.sha512 = noble_sha2.sha512;\n")
    parts.append(
        "return { Point: noble_ed25519.Point, verify: noble_ed25519.verify, sha256: noble_sha2.sha256,"
        " hmac: noble_hmac.hmac };\n})();\n"
    )
    return "".join(parts)


def _scoped(name: str, text: str) -> str:
    """Return a module as a function's value, in place of imports and exports, which do not work from disk."""
    exported = [found["name"] for found in _EXPORT.finditer(text)]
    exported += [
        each.strip() for found in _EXPORTS.finditer(text) for each in found["names"].split(",") if each.strip()
    ]
    text = _IMPORT.sub(
        lambda found: f"const {found['whole'] or '{' + found['names'] + '}'} = noble_{found['module']};", text
    )
    text = _SOURCE_MAP.sub("", _EXPORTS.sub("", _EXPORT.sub(r"\g<kind> \g<name>", text)))
    return (
        f"const noble_{name.removeprefix('hashes-')} = (() => {{\n{text}\nreturn {{ {', '.join(exported)} }};\n}})();\n"
    )


def whole(page: str) -> str:
    """Return the page with the vendored code, and a policy that allows its scripts and styles and nothing else."""
    code = bundle()
    page = _VENDORED.sub(lambda _: code, page, count=1)
    policy = allowing(page)
    return _POLICY.sub(lambda _: policy, page, count=1)


def allowing(page: str) -> str:
    """Return the policy that allows the scripts and styles that stand in a page, by their hashes, and no others."""
    hashes: dict[str, list[str]] = {"script": [], "style": []}
    for found in _BLOCK.finditer(page):
        digest = b64encode(sha256(found["text"].encode()).digest()).decode()
        hashes[found["name"]].append(f"'sha256-{digest}'")
    allowed = "; ".join(f"{name}-src {' '.join(each)}" for name, each in hashes.items())
    return f"{allowed}; base-uri 'none'; form-action 'none'"


if __name__ == "__main__":
    PAGE.write_text(whole(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
