"""Calls that the end of the server does not wait for any more: told so, instead of left with a fault."""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.shapes.problems import Wrong, respond


class Ended:
    """Answers a call that is broken off because the server ends; what becomes of it, the same call again tells."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the call through, and answer it if it is broken off before its answer began."""
        begun = scope["type"] != "http"

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except asyncio.CancelledError:
            if begun:
                raise
            wrong = Wrong("ending", "The server ends and waits no longer for what was asked: send the same again.")
            await respond(wrong.problem, wrong.headers)(scope, receive, send)
