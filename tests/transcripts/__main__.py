"""Write transcripts anew from their files, all or the one named: ``python -m tests.transcripts [NAME]``."""

import sys

from tests.transcripts.writing import FILES, transcript

for file in FILES:
    if sys.argv[1:] in ([], [file.stem]):
        file.with_suffix(".md").write_text(transcript(file), encoding="utf-8")
        print(f"{file.stem}.md")
