"""Boards and counters as PDF over HTTP, and the page that leads there."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from rules.dawn_of_the_dead.equipment import equipment
from tests import soak
from tests.referee.apps import app_of
from tests.referee.printing.measured import pages


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    folder: Path = tmp_path_factory.mktemp("printed")
    return app_of({"database_url": f"sqlite:///{folder / 't.sqlite3'}", "testing": True}).test_client()


def test_a_board_comes_as_a_file_on_the_paper_asked_for(client: FlaskClient) -> None:
    answer = client.get("/api/maps/mall/board.pdf?paper=a3&square=13.5")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert answer.headers["Content-Disposition"] == "attachment; filename=The-mall-reconstruction-a3.pdf"
    (page,) = pages(answer.data)
    assert "A square: 13.5 mm." in page.text
    assert len(pages(client.get("/api/maps/mall/board.pdf").data)) == 5


@soak.SEVERAL
def test_a_map_that_somebody_brought_is_printed_too(client: FlaskClient) -> None:
    made = client.post("/api/maps", json=equipment.load_map() | {"name": "Our mall"})
    answer = client.get(f"/api/maps/{made.get_json()['id']}/board.pdf?paper=tabloid")
    assert pages(answer.data)[0].said("OUR MALL (RECONSTRUCTION)")
    assert ">Our mall</option>" in client.get("/print").text
    link = f"/print?map={made.get_json()['id']}"
    assert f'href="{link}"' in client.get("/library").text
    assert " selected>Our mall</option>" in client.get(link).text


@soak.SEVERAL
def test_counters_come_with_their_backs(client: FlaskClient) -> None:
    assert len(pages(client.get("/api/counters/stand-in/counters.pdf?paper=letter").data)) == 2
    assert len(pages(client.get("/api/counters/stand-in/counters.pdf?backs=fold").data)) == 1


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/api/maps/none/board.pdf", 404, 'There is no map "none" here.'),
        ("/api/maps/mall/board.pdf?paper=a9", 422, 'paper: "a9" is not a paper size here'),
        ("/api/maps/mall/board.pdf?square=wide", 422, 'square: "wide" is not a width in millimetres.'),
        ("/api/maps/mall/board.pdf?square=1e9", 422, "it must be 8 to 60"),
        ("/api/maps/mall/board.pdf?square=nan", 422, "it must be 8 to 60"),
        ("/api/maps/mall/board.pdf?size=3", 422, "size"),
        ("/api/counters/none/counters.pdf", 404, 'There is no counter sheet "none" here.'),
        ("/api/counters/stand-in/counters.pdf?backs=short", 422, 'it must be "duplex" or "fold"'),
        ("/print/board?map=none", 404, "There is no map"),
        ("/print/board?map=mall&paper=a9", 422, "is not a paper size here"),
        ("/print/counters?sheet=stand-in&backs=short", 422, "Choose where the backs of the counters go."),
    ],
)
def test_bad_input_gets_a_sentence(client: FlaskClient, path: str, status: int, sentence: str) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    said = answer.get_json()["detail"] if path.startswith("/api") else answer.text
    assert sentence in said


def test_the_page_leads_to_what_it_names(client: FlaskClient) -> None:
    assert 'href="/print"' in client.get("/games/dawn-of-the-dead").text
    board = client.get("/print/board?map=mall&paper=letter")
    assert board.headers["Location"] == "/api/maps/mall/board.pdf?paper=letter"
    counters = client.get("/print/counters?sheet=stand-in&paper=a4&backs=fold")
    assert counters.headers["Location"] == "/api/counters/stand-in/counters.pdf?paper=a4&backs=fold"


def test_the_description_of_the_api_says_that_it_is_a_pdf(client: FlaskClient) -> None:
    paths = client.get("/api/openapi.json").get_json()["paths"]
    for path in ("/api/maps/{id_}/board.pdf", "/api/counters/{id_}/counters.pdf"):
        assert list(paths[path]["get"]["responses"]["200"]["content"]) == ["application/pdf"]
