"""A stood-in model server that speaks OpenAI's and Anthropic's protocols."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class ModelServer:
    """What the server is to answer, and what it was asked."""

    def __init__(self) -> None:
        self.url = ""
        self.answer: str = json.dumps({"summary": "It went well."})
        self.status = 200
        self.delay = 0.0
        self.requests: list[dict[str, Any]] = []

    @property
    def asked(self) -> str:
        """Everything that was sent, as text."""
        return json.dumps(self.requests, ensure_ascii=False)

    def reply(self, path: str) -> dict[str, Any]:
        """Return the body of a reply."""
        if "messages" in path:
            return {
                "id": "msg_1",
                "type": "message",
                "role": "assistant",
                "model": "small",
                "content": [{"type": "text", "text": self.answer}],
                "stop_reason": "end_turn",
                "stop_sequence": None,
                "usage": {"input_tokens": 10, "output_tokens": 10},
            }
        message = {"role": "assistant", "content": self.answer}
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1_780_000_000,
            "model": "small",
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {
                "prompt_tokens": 10,
                "completion_tokens": 10,
                "total_tokens": 20,
            },
        }


@contextmanager
def model_server() -> Iterator[ModelServer]:
    """Run a server on this machine for the length of a block."""
    state = ModelServer()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers.get("content-length") or 0)
            state.requests.append(json.loads(self.rfile.read(length)))
            time.sleep(state.delay)
            body = json.dumps(state.reply(self.path)).encode()
            self.send_response(state.status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Stay silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    state.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
