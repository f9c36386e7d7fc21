"""Debian packages as the tests need them: an ar archive with a data.tar in it."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Mapping
from pathlib import Path


def write_deb(path: Path, files: Mapping[str, bytes]) -> Path:
    """Write a package with these files, by their paths from the root."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:xz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(f".{name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    members = {"debian-binary": b"2.0\n", "control.tar.xz": b"odd", "data.tar.xz": data.getvalue()}
    whole = b"!<arch>\n"
    for name, content in members.items():
        whole += f"{name:<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n".encode()
        whole += content + b"\n" * (len(content) % 2)
    path.write_bytes(whole)
    return path
