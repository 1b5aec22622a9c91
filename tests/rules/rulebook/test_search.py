"""The search index, on documents that have nothing to do with any game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.rulebook.search import LONGEST_EXCERPT, Document, Excerpt, Index

LONG = "Sand lies here. " * 30 + "Far down a kettle waits. " + "More sand follows. " * 30
DOCUMENTS = [
    Document("titled", {"title": ["Kettles"], "text": ["About boiling water."]}),
    Document("texted", {"title": ["Water"], "text": ["Put the kettle on the hob."]}),
    Document("noted", {"title": ["Tea"], "text": ["Leaves."], "note": ["A kettle is taken for granted."]}),
    Document("phrased", {"title": ["Hobs"], "text": ["A gas hob is quick."]}),
    Document("scattered", {"title": ["Fuel"], "text": ["Gas is dear.", "No hob is cheap, is it?"]}),
    Document("long", {"title": ["Desert"], "text": [LONG]}),
]
INDEX = Index(DOCUMENTS, [["kettle", "water boiler"], ["quick", "fast"]])


def keys(query: str) -> list[str]:
    return [match.key for match in INDEX.search(query)]


def test_title_goes_before_text_and_text_before_notes() -> None:
    ranking = keys("kettle")
    assert ranking.index("titled") < ranking.index("texted") < ranking.index("noted")


@pytest.mark.parametrize("query", ["kettles", "KETTLE", "the kettle", "water boiler"])
def test_word_forms_case_small_words_and_synonyms_do_not_matter(query: str) -> None:
    assert set(keys(query)) >= {"titled", "texted", "noted"}


def test_neighbours_go_before_words_apart() -> None:
    assert keys("gas hob")[:2] == ["phrased", "scattered"]


def test_the_word_itself_goes_before_its_synonym() -> None:
    index = Index(
        [Document("other", {"text": ["A fast one."]}), Document("same", {"text": ["A quick one."]})],
        [["quick", "fast"]],
    )
    assert [m.key for m in index.search("quick")] == ["same", "other"]


def test_a_beginning_finds_and_two_letters_are_enough() -> None:
    assert "titled" in keys("ke")
    assert keys("k") == []


def test_what_has_more_of_the_words_goes_first_and_what_has_few_is_left_out() -> None:
    index = Index(
        [
            Document("one", {"text": ["A kettle, and a kettle again."]}),
            Document("small", {"text": ["Of water."]}),
            Document("all", {"text": ["Put the kettle on the hob with water."]}),
            *(Document(f"wet {n}", {"text": ["Water, and nothing else."]}) for n in range(9)),
        ]
    )
    assert [m.key for m in index.search("water in the kettle on the hob")] == ["all", "one"]


def test_of_a_long_question_no_word_must_be_found() -> None:
    assert keys("may grandmother ever use the kettle on Sundays")[0] == "titled"


def test_a_word_that_is_said_again_counts_once() -> None:
    assert INDEX.search("gas hob gas gas") == INDEX.search("gas hob")


def test_rare_words_count_more() -> None:
    documents = [Document(f"{n}", {"text": ["Sand and stone."]}) for n in range(5)]
    index = Index([*documents, Document("rare", {"text": ["Gold."]})])
    assert index.search("stone gold")[0].key == "rare"


def test_words_as_people_ask_find_but_are_never_shown() -> None:
    index = Index([Document("a", {"title": ["Tea"], "asked": ["how to brew"], "text": ["Leaves."]})])
    (match,) = index.search("brew")
    assert str(match.excerpt) == "Leaves."


def test_what_is_quoted_must_be_there_as_it_stands() -> None:
    assert keys("gas hob")[:2] == ["phrased", "scattered"]
    assert keys('"gas hob"') == keys("“gas hob” quick") == ["phrased"]
    assert keys('"hob gas"') == []
    assert "phrased" in keys('"gas hob')


@pytest.mark.parametrize("typed", ["kettel", "kettlle", "ketle"])
def test_a_slip_of_spelling_finds_what_was_meant(typed: str) -> None:
    assert keys(typed)[0] == "titled"


def test_a_slip_is_looked_for_only_where_nothing_is_spelt_so() -> None:
    assert keys("fast") == ["phrased"]
    assert keys("xettle") == []


def test_what_opens_a_section_goes_before_what_lies_in_it_and_the_section_finds_both() -> None:
    index = Index(
        [
            Document("inside", {"title": ["Baking bread"], "section": ["Baking"], "text": ["An oven."]}),
            Document("opening", {"title": ["All baking"], "opening": ["Baking"], "text": ["An oven."]}),
            Document("named", {"title": ["Ovens"], "section": ["Baking"], "text": ["Hot."]}),
        ]
    )
    assert [m.key for m in index.search("baking")] == ["opening", "inside", "named"]
    assert str(index.search("baking")[2].excerpt) == "Hot."


@pytest.mark.parametrize("query", ["", "  ", "zzz", "?!"])
def test_nothing_is_found_for_nothing(query: str) -> None:
    assert keys(query) == []


def test_of_a_query_that_never_ends_only_the_beginning_counts() -> None:
    assert keys("kettle hob " + "sand " * 100_000) == keys("kettle hob " + "sand " * 30)
    assert keys("kettle hob" + " " * 500 + "sand") == keys("kettle hob")


def test_the_excerpt_holds_the_line_and_marks_the_words() -> None:
    match = next(m for m in INDEX.search("kettle hob") if m.key == "texted")
    assert str(match.excerpt) == "Put the kettle on the hob."
    assert [p.text for p in match.excerpt.pieces if p.matched] == ["kettle", "hob"]


def test_a_long_line_is_cut_around_the_word() -> None:
    match = next(m for m in INDEX.search("kettle") if m.key == "long")
    text = str(match.excerpt)
    assert text.startswith("… ")
    assert text.endswith(" …")
    assert len(text) <= LONGEST_EXCERPT + 4
    assert [p.text for p in match.excerpt.pieces if p.matched] == ["kettle"]
    assert text.strip("… ") in LONG


def test_an_opening_is_cut_at_a_word() -> None:
    opening = str(Excerpt.of(LONG))
    assert opening.endswith(" …")
    assert LONG.startswith(opening.removesuffix(" …") + " ")


def quoted(query: str, text: str) -> str:
    """Return the sentence that a search quotes first of a text, without the marks of what is left out."""
    (match,) = Index([Document("a", {"title": ["Kettles"], "text": [text]})]).search(query)
    return str(match.excerpt).removeprefix("… ")


PADDING = "It is known that " + "much " * 24 + "is said of tea."


def test_the_sentence_with_the_most_of_the_question_is_quoted() -> None:
    text = f"A kettle is a vessel. {PADDING} Fill the kettle with water. {PADDING}"
    assert quoted("fill a kettle", text).startswith("Fill the kettle")


def test_of_two_sentences_the_one_that_answers_the_question_word_is_quoted() -> None:
    text = (
        f"A kettle holds water. {PADDING} A kettle holds two cups. {PADDING} A kettle holds until it leaks."
    )
    assert quoted("how many does a kettle hold", text).startswith("A kettle holds two")
    assert quoted("when does a kettle hold", text).startswith("A kettle holds until")


def test_sentences_around_the_quoted_one_fill_the_excerpt() -> None:
    text = f"{PADDING} Water boils. Pour it on. {PADDING} Then pour the tea."
    assert quoted("boils", text) == f"Water boils. Pour it on. {PADDING} …"
    assert str(Excerpt.of("Water boils. Pour it on.", start=13)) == "Water boils. Pour it on."


@pytest.mark.parametrize("query", ["unboil", "unboiling"])
def test_whoever_asks_how_to_undo_a_thing_finds_the_thing_and_its_end(query: str) -> None:
    text = f"Water boils in a kettle. {PADDING} Water boils until it is taken off."
    assert quoted(query, text).endswith("Water boils until it is taken off.")


def test_small_words_with_not_in_them_find_nothing() -> None:
    index = Index([Document("a", {"text": ["You can't stay."]}), Document("b", {"text": ["A hob."]})])
    assert [m.key for m in index.search("can't I use the hob")] == ["b"]


def test_who_and_when_tell_titles_apart_and_nothing_else() -> None:
    index = Index(
        [
            Document("what", {"title": ["Kettles"], "text": ["Who has a kettle?"]}),
            Document("who", {"title": ["Who may have kettles"], "text": ["The cook."]}),
        ]
    )
    assert next(m.key for m in index.search("who has the kettles")) == "who"
    assert [m.key for m in index.search("whose kettles")] == ["what", "who"]


@given(st.text(max_size=40))
def test_any_query_is_answered_best_first(query: str) -> None:
    scores = [match.score for match in INDEX.search(query)]
    assert scores == sorted(scores, reverse=True)
    assert all(score > 0 for score in scores)
