"""The notebook is the script in cells: it opens without a question and runs in a real kernel."""

import json
import warnings
from collections.abc import Iterator

import nbformat
import pytest
from jupyter_client.manager import KernelManager, start_new_kernel
from nbclient import NotebookClient

from lib.lesson import Settings, run
from lib.takeaway import notebook, script
from tests.takeaway_cases import HOSTILE, check_output, twenty_settings


@pytest.fixture(scope="module")
def kernel() -> Iterator[KernelManager]:
    """One running kernel for all notebooks: starting it takes longer than running one."""
    manager, client = start_new_kernel(kernel_name="python3")
    client.stop_channels()
    yield manager
    manager.shutdown_kernel(now=True)


def read(document: str) -> nbformat.NotebookNode:
    """Read a notebook as Jupyter does."""
    book: nbformat.NotebookNode = nbformat.reads(document, as_version=4)  # type: ignore[no-untyped-call]
    return book


def run_notebook(document: str, kernel: KernelManager) -> str:
    """Run a notebook from an empty namespace and return what its cells printed."""
    book, empty = read(document), read(notebook(Settings())).cells[1]
    empty.source = "%reset -f"
    book.cells[0] = empty  # in place of the first prose
    NotebookClient(book, km=kernel, timeout=None).execute()
    outputs = [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]
    assert {(output.output_type, output.get("name")) for output in outputs} == {("stream", "stdout")}
    return "".join(output.text for output in outputs)


@pytest.mark.parametrize("settings", [Settings(), *twenty_settings()], ids=lambda settings: f"seed{settings.seed}")
def test_notebook_recomputes_the_run(settings: Settings, kernel: KernelManager) -> None:
    check_output(run_notebook(notebook(settings), kernel), run(settings))


def test_notebook_finds_its_kernel_by_the_name_that_it_carries() -> None:
    book = read(notebook(Settings()))
    NotebookClient(book, timeout=None).execute()
    assert book.metadata.kernelspec.name == "python3"
    assert "All of this agrees with the app." in book.cells[-1].outputs[0].text


@pytest.mark.parametrize("settings", [Settings(), Settings(heads=1, vectors="per word")], ids=["two", "one"])
def test_notebook_opens_without_a_question_or_a_warning(settings: Settings) -> None:
    document = json.loads(notebook(settings))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        nbformat.validate(document)
        changes, _ = nbformat.validator.normalize(document)
    assert changes == 0
    assert (document["nbformat"], document["nbformat_minor"]) == (4, 5)
    assert document["metadata"]["kernelspec"].keys() == {"name", "display_name", "language"}
    assert document["metadata"]["language_info"]["name"] == "python"
    assert notebook(settings) == notebook(settings)


@pytest.mark.parametrize("settings", [Settings(), Settings(heads=1, vectors="per word")], ids=["two", "one"])
def test_notebook_cells_joined_are_the_script(settings: Settings) -> None:
    rest = script(settings)
    for cell in json.loads(notebook(settings))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            title, _, prose = source.removeprefix("## ").partition("\n\n")
            source = "\n".join(f"# {line}" for line in [f"--- {title} ---", *prose.splitlines()])
        before, _, rest = rest.partition(source)
        assert not before.strip()
    assert not rest.strip()


@pytest.mark.parametrize("sentence", HOSTILE)
def test_notebook_takes_any_sentence(sentence: str, kernel: KernelManager) -> None:
    settings = Settings(sentence, head_size=4)
    check_output(run_notebook(notebook(settings), kernel), run(settings))
