"""Asking a model: an endpoint through pydantic-ai, or a command of the person's.

pydantic-ai speaks OpenAI's and Anthropic's protocols, and so to Ollama, llama.cpp
and their like, and checks the answer's structure. It is imported when a call is made.
"""

import asyncio
import json
import os
import subprocess
import tempfile
from collections.abc import Mapping
from typing import Any

from levelmem.settings import ModelSettings

_MOST_OUTPUT = 64 * 1024
_SHAPE = 'Answer with one JSON object and nothing else: {"summary": "..."}\n'


class ModelFailed(Exception):
    """A call that brought no answer; its text says why, for people."""


def ask_model(request: str, settings: ModelSettings, environ: Mapping[str, str]) -> str:
    """Return the summary that a model gives. Raises ModelFailed."""
    if settings.provider == "command":
        return _ask_command(request, settings, environ)
    try:
        return asyncio.run(
            asyncio.wait_for(
                _ask_endpoint(request, settings, environ), settings.seconds
            )
        )
    except ModuleNotFoundError as error:
        raise ModelFailed("it needs pip install 'levelmem[model]'") from error
    except TimeoutError as error:
        raise ModelFailed(f"no answer within {settings.seconds:g} seconds") from error
    except Exception as error:
        # Whatever a server or a library does, a session is never lost over it.
        raise ModelFailed(f"{type(error).__name__}: {str(error)[:200]}") from error


async def _ask_endpoint(
    request: str, settings: ModelSettings, environ: Mapping[str, str]
) -> str:
    from pydantic import BaseModel
    from pydantic_ai import Agent, PromptedOutput

    class Summary(BaseModel):
        summary: str

    agent = Agent(
        _model(settings, environ),
        # Asked for in words: small servers know no other way to structure output.
        output_type=PromptedOutput(Summary),
        retries=settings.retries,
        model_settings={"max_tokens": 400, "timeout": settings.seconds},
    )
    result = await agent.run(request)
    return result.output.summary


def _model(settings: ModelSettings, environ: Mapping[str, str]) -> Any:
    key = environ.get(settings.key_variable, "") if settings.key_variable else ""
    url = settings.url or None
    if settings.provider == "anthropic":
        from anthropic import AsyncAnthropic
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        claude = AsyncAnthropic(
            api_key=key or "none", base_url=url, max_retries=settings.retries
        )
        return AnthropicModel(
            settings.name, provider=AnthropicProvider(anthropic_client=claude)
        )
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    # A local server wants no key, the library wants one.
    client = AsyncOpenAI(
        api_key=key or "none", base_url=url, max_retries=settings.retries
    )
    return OpenAIChatModel(settings.name, provider=OpenAIProvider(openai_client=client))


def _ask_command(
    request: str, settings: ModelSettings, environ: Mapping[str, str]
) -> str:
    """Hand the request to a program's standard input, away from every project."""
    if not settings.command:
        raise ModelFailed("model.command names no program")
    with tempfile.TemporaryDirectory(prefix="levelmem-") as nowhere:
        try:
            done = subprocess.run(
                settings.command,
                input=f"{request}\n{_SHAPE}",
                capture_output=True,
                text=True,
                errors="replace",
                timeout=settings.seconds,
                cwd=nowhere,
                # Its own hooks must not wake levelmem again.
                env={**environ, "LEVELMEM_CHILD": "1"},
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise ModelFailed(
                f"no answer within {settings.seconds:g} seconds"
            ) from error
        except OSError as error:
            program = os.fspath(settings.command[0])
            raise ModelFailed(f"{program} can't be run: {error.strerror}") from error
    if done.returncode:
        raise ModelFailed(f"{settings.command[0]} ended with {done.returncode}")
    return _summary_in(done.stdout[:_MOST_OUTPUT])


def _summary_in(output: str) -> str:
    """Return the summary in what a program printed: the last object that has one."""
    at = output.rfind('"summary"')
    start = output.rfind("{", 0, at)
    if at >= 0 and start >= 0:
        try:
            value, _ = json.JSONDecoder().raw_decode(output, start)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict) and isinstance(value.get("summary"), str):
            return str(value["summary"])
    raise ModelFailed("its answer is not in the shape that was asked for")
