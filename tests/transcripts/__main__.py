"""Write every transcript anew from its file: ``python -m tests.transcripts``."""

from tests.transcripts.writing import FILES, transcript

for file in FILES:
    file.with_suffix(".md").write_text(transcript(file), encoding="utf-8")
    print(f"{file.stem}.md")
