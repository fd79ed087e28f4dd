from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import types


class MaildoubleError(Exception):
    """An error of the kit. The message says what would be right."""


class UnreachableError(MaildoubleError):
    """No maildouble answers at the address."""


class RefusedError(MaildoubleError):
    """The control API refused a call."""

    def __init__(self, call: str, problem: types.ControlProblem) -> None:
        # The detail names the first mistakes.
        mistakes = [f"{error['pointer'] or 'body'}: {error['message']}" for error in problem.get("errors", [])]
        lines = [f"{call} was answered {problem['status']} {problem['title']}: {problem['detail']}"]
        super().__init__("\n".join([*lines, *(f"  {each}" for each in mistakes if each not in problem["detail"])]))
        self.problem = problem
        """The problem object of the answer."""

    @property
    def status(self) -> int:
        """The HTTP status of the answer."""
        return self.problem["status"]


class VerificationError(MaildoubleError, AssertionError):
    """The calls of a world are not as expected. The message shows the closest calls."""

    def __init__(self, message: str, verdict: types.Verdict) -> None:
        super().__init__(message)
        self.verdict = verdict
        """The verdict of the control API."""


class WaitTimeoutError(MaildoubleError, AssertionError):
    """What a test waited for did not happen in time."""


class WebhookHandlerError(MaildoubleError):
    """The application that receives webhooks raised an error, which is the cause of this one."""
