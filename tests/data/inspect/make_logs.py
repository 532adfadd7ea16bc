"""``python make_logs.py FOLDER``: run the task with the mock model and write its log as ``.json`` and as ``.eval``."""

import sys

from inspect_ai import Task, eval, task  # noqa: A004 - the library's own name
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import exact
from inspect_ai.solver import generate

SUMS = {"a": ("2+2", "4"), "b": ("3+3", "6"), "c": ("5+5", "10"), "d": ("1+1", "2")}
ANSWERS = ("4", "6", "11", "2")


def answered(text: str) -> ModelOutput:
    """Return an output with its usage set; without it the mock model asks for a tokenizer."""
    output = ModelOutput.from_content("mockllm/model", text)
    output.usage = ModelUsage(input_tokens=7, output_tokens=1, total_tokens=8)
    return output


@task
def sums() -> Task:
    """Four sums, scored by exact match."""
    dataset = [Sample(input=question, target=target, id=name) for name, (question, target) in SUMS.items()]
    return Task(dataset=dataset, solver=[generate()], scorer=exact(), name="sums", version=3)


if __name__ == "__main__":
    for form in ("json", "eval"):
        model = get_model("mockllm/model", custom_outputs=[answered(text) for text in ANSWERS])
        eval(sums(), model=model, log_dir=sys.argv[1], log_format=form, display="none", max_connections=1, max_samples=1)
