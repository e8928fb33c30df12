"""The ledger's table sorts and filters in a page; its picture shows every row."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from axe_check import violations
from wcag import contrast

from foxkit.lab.claims import titles
from foxkit.lab.ledger import (
    DEFINED,
    EVERY,
    NONE,
    OPEN,
    REPRODUCED,
    SOME,
    VERDICTS,
    Entry,
)
from foxkit.view.ledger import ROLES, SIGNS, LedgerTable, verdict_picture
from foxkit.view.theme import DARK, LIGHT


def row(number, verdict, place="Table 1, C = 0.5", document="000_x.txt"):
    return Entry(
        id=f"row-{number}",
        document=document,
        place=place,
        family="",
        quoted=f"{number}",
        statement="a <b>statement</b> & more",
        kind="exact" if number % 2 else "stochastic",
        ours=number / 10,
        interval=None,
        verdict=verdict,
        audit="",
        tolerance="ours equals the printed value",
        command="foxkit run fig8",
        cost="",
        note='a "note"',
    )


@pytest.fixture
def rows():
    return [row(number, VERDICTS[number % 6]) for number in (10, 9, 2, 31)]


@pytest.fixture
def page(browser, rows):
    opened = browser.new_page()
    opened.set_content(f"<!doctype html>{LedgerTable(rows)._repr_html_()}")
    yield opened
    opened.close()


def printed(page):
    cells = page.locator("tbody tr:visible td:nth-child(2)").all_inner_texts()
    return [cell.split()[0] for cell in cells]


def test_a_click_on_a_heading_sorts_by_number_and_back(page):
    assert printed(page) == ["10", "9", "2", "31"]
    page.get_by_role("button", name="Printed").click()
    assert printed(page) == ["2", "9", "10", "31"]
    assert page.locator("th").nth(1).get_attribute("aria-sort") == "ascending"
    page.get_by_role("button", name="Printed").press("Enter")
    assert printed(page) == ["31", "10", "9", "2"]
    assert page.locator("th").nth(1).get_attribute("aria-sort") == "descending"


def test_a_click_anywhere_in_a_heading_sorts_with_blanks_last(browser, rows):
    page = browser.new_page()
    gone = replace(rows[1], ours=None)
    page.set_content(LedgerTable([rows[0], gone, *rows[2:]])._repr_html_())
    box = page.locator("th").nth(2).bounding_box()
    for expected in (["2", "10", "31", "9"], ["31", "10", "2", "9"]):
        page.mouse.click(box["x"] + box["width"] - 2, box["y"] + box["height"] - 3)
        assert printed(page) == expected
    page.close()


def test_headings_show_that_they_sort_to_the_eye_alone(page):
    signs = "all => all.map(b => getComputedStyle(b, '::after').content[2])"
    buttons = page.locator("th button")
    assert buttons.evaluate_all(signs) == ["↕"] * 4
    page.get_by_role("button", name="Ours", exact=True).click()
    assert buttons.evaluate_all(signs) == ["↕", "↕", "▲", "↕"]


@pytest.mark.parametrize("width", [400, 700, 1000])
def test_every_column_is_seen_at_every_width(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    fits = "e => e.scrollWidth <= e.clientWidth"
    assert page.locator(".fk-scroll").evaluate(fits)
    labels = page.locator("tbody tr").first.locator("td").all()
    names = ["Place", "Printed", "Ours", "Verdict"]
    assert [cell.get_attribute("data-label") for cell in labels] == names
    assert violations(page, ".fk-ledger") == []


def test_filters_narrow_the_rows_together_and_count_them(page, rows):
    page.get_by_label("kind").select_option("stochastic")
    assert printed(page) == ["10", "2"]
    page.get_by_label("verdict").select_option(rows[0].verdict)
    assert printed(page) == ["10"]
    page.get_by_label("verdict").select_option("")
    page.get_by_label("kind").select_option("")
    page.get_by_label("text").fill("STATEMENT")
    assert page.locator("output").inner_text() == "4 of 4 rows"
    page.get_by_label("text").fill("nowhere")
    assert page.locator("output").inner_text() == "No row matches: 0 of 4 rows"


def test_a_menu_has_the_values_of_the_rows_and_titles_of_documents(browser, rows):
    name = next(d for d in titles() if d.startswith("000"))
    page = browser.new_page()
    known = replace(rows[0], document=name)
    page.set_content(LedgerTable([known, *rows[1:]])._repr_html_())
    menus = {
        menu: page.get_by_label(menu).locator("option").all_inner_texts()
        for menu in ("verdict", "readings", "kind", "document")
    }
    page.close()
    assert menus["verdict"] == ["all", *sorted({r.verdict for r in rows})]
    assert menus["readings"] == ["all"]
    assert menus["kind"] == ["all", "exact", "stochastic"]
    assert menus["document"] == ["all", titles()[name], "000_x.txt"]


def test_without_the_script_all_rows_are_there_and_no_dead_controls(rows):
    text = re.sub(r"(?s)<script>.*?</script>", "", LedgerTable(rows)._repr_html_())
    assert text.count("<tr data-") == len(rows)
    assert not re.findall("<(label|select|option|input|output)", text)
    assert "a &lt;b&gt;statement&lt;/b&gt; &amp; more" in text


def test_two_tables_of_one_page_do_not_disturb_each_other(browser, rows):
    opened = browser.new_page()
    html = LedgerTable(rows)._repr_html_() + LedgerTable(rows[:1])._repr_html_()
    opened.set_content(f"<!doctype html>{html}")
    outputs = opened.locator("output").all_inner_texts()
    opened.close()
    assert outputs == ["4 of 4 rows", "1 of 1 rows"]


def test_the_picture_has_a_signed_square_for_each_row_and_counts(rows):
    picture = verdict_picture(rows)
    signs = Counter(re.findall(r'class="fk-sign"[^>]*>(.)</text>', str(picture)))
    expected = Counter(SIGNS.values()) + Counter(SIGNS[r.verdict] for r in rows)
    if DEFINED not in {r.verdict for r in rows}:
        del expected[SIGNS[DEFINED]]
    assert signs == expected
    assert picture.words.count("1 ") == len({r.verdict for r in rows})


def test_what_the_readings_say_stands_behind_the_sign():
    left_open = [
        replace(row(n, OPEN), readings=readings)
        for n, readings in enumerate((EVERY, EVERY, SOME, NONE, ""))
    ]
    text = str(verdict_picture(left_open))
    signs = re.findall(r'class="fk-sign"[^>]*>([^<]+)</text>', text)
    assert signs[:5] == ["?=", "?=", "?", "?x", "?"]
    assert "2 of the 5 open: every reading agrees" in text
    assert "1 of the 5 open: no reading agrees" in text
    assert "some readings are contradicted)</title>" in text


def test_consistent_rows_do_not_lean():
    assert ">~</text>" in str(
        verdict_picture([replace(row(1, REPRODUCED), p_corrected=1)])
    )


@pytest.mark.parametrize(("count", "scrolls"), [(20, False), (40, True)])
def test_only_a_long_table_has_a_box_that_scrolls(browser, count, scrolls):
    page = browser.new_page()
    page.set_content(
        LedgerTable([row(n, VERDICTS[0]) for n in range(count)])._repr_html_()
    )
    box = page.locator(".fk-scroll")
    assert box.evaluate("e => e.scrollHeight > e.clientHeight") == scrolls
    assert (box.get_attribute("tabindex") == "0") == scrolls
    page.close()


def test_the_picture_can_be_read_on_a_phone():
    widest = [row(n, VERDICTS[0]) for n in range(40)]
    picture = verdict_picture(widest)
    assert 13 * 360 / picture.width > 9  # its text has 13 units
    assert "One square is one row of the ledger's table." in str(picture)


def test_numbers_of_ours_are_sorted_by_value(browser, rows):
    page = browser.new_page()
    values = zip(rows, (2.5, -10.0, -9.0, 30.0), strict=True)
    found = [replace(each, ours=value) for each, value in values]
    page.set_content(LedgerTable(found)._repr_html_())
    page.get_by_role("button", name="Ours").click()
    assert printed(page) == ["9", "2", "10", "31"]
    page.close()


def test_a_long_section_is_broken_and_documents_are_told_apart():
    table = [row(n, VERDICTS[0]) for n in range(30)]
    other = [row(n, VERDICTS[1], document="001_y.txt") for n in range(2)]
    text = str(verdict_picture(table + other))
    *labels, _ = re.findall(r'x="0" y="[\d.]+">([^<]+)<', text)
    assert labels == ["000_x.txt", "Table 1", "001_y.txt", "Table 1"]
    assert text.count('x="184"') == 4


def test_documents_have_titles_and_long_sections_are_shortened():
    name = next(d for d in titles() if d.startswith("000"))
    section = "The section of a very long name, in all its glory"
    other = row(1, VERDICTS[0], document="001_y.txt")
    text = str(verdict_picture([other, row(2, VERDICTS[0], section, name)]))
    assert ">The Fox Game<" in text
    assert ">The section of a very …<" in text


def test_an_empty_picture_is_refused():
    with pytest.raises(ValueError, match="at least one row"):
        verdict_picture([])


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_signs_can_be_read_on_their_squares(colours):
    assert len(set(SIGNS.values())) == len(VERDICTS)
    for role in ROLES:
        assert contrast(colours[role], colours["page"]) >= 4.5
