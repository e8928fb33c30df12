"""The ledger's table sorts and filters in a page; its picture shows every row."""

import re
from dataclasses import replace

import pytest
from axe_check import violations
from wcag import contrast

from foxkit.lab.claims import document_titles
from foxkit.lab.ledger import VERDICTS, LedgerRow, Reading
from foxkit.view.ledger import (
    VERDICT_ROLES,
    VERDICT_SIGNS,
    LedgerTable,
    verdict_picture,
)
from foxkit.view.theme import DARK, LIGHT

FOX = next(document for document in document_titles() if document.startswith("000"))


def row(number, verdict, place="Table 1, C = 0.5", document="000_x.txt", **more):
    usual = {"ours": number / 10, "interval": None, "audit": "", "cost": ""}
    usual |= {"family": "", "threshold": "", "revised": ""}
    usual["readings"] = (Reading("ours", number / 10, None, verdict),)
    return LedgerRow(
        id=f"row-{number}",
        document=document,
        place=place,
        quoted=f"{number}",
        statement="a <b>statement</b> & more",
        kind="exact" if number % 2 else "stochastic",
        verdict=verdict,
        tolerance="ours equals the printed value",
        command="foxkit run fig8",
        note='a "note"',
        **usual | more,
    )


ROWS = [row(number, VERDICTS[number % 6]) for number in (10, 9, 2, 31)]


@pytest.fixture
def page(browser):
    opened = browser.new_page()
    yield opened
    opened.close()


def show(page, *tables):
    html = "".join(LedgerTable(rows)._repr_html_() for rows in tables)
    page.set_content(f"<!doctype html>{html}")


def printed(page):
    cells = page.locator("tbody tr:visible td:nth-child(2)").all_inner_texts()
    return [cell.split()[0] for cell in cells]


def test_a_heading_sorts_by_number_and_back_and_shows_that_to_the_eye_alone(page):
    show(page, ROWS)
    signs = "all => all.map(b => getComputedStyle(b, '::after').content[2])"
    buttons = page.locator("th button")
    assert printed(page) == ["9", "2", "31", "10"]  # 10 is undecided
    assert buttons.evaluate_all(signs) == ["↕"] * 4
    page.get_by_role("button", name="Printed").click()
    assert printed(page) == ["2", "9", "10", "31"]
    assert page.locator("th").nth(1).get_attribute("aria-sort") == "ascending"
    assert buttons.evaluate_all(signs) == ["↕", "▲", "↕", "↕"]
    page.get_by_role("button", name="Printed").press("Enter")
    assert printed(page) == ["31", "10", "9", "2"]
    assert page.locator("th").nth(1).get_attribute("aria-sort") == "descending"


def test_filters_narrow_the_rows_of_their_own_table_together_and_count_them(page):
    show(page, [replace(ROWS[0], document=FOX), *ROWS[1:]], ROWS[:1])
    outputs = page.locator("output").all_inner_texts()
    assert outputs == ["4 of 4 findings", "1 of 1 findings"]
    menus = {
        menu: page.get_by_label(menu).first.locator("option").all_inner_texts()
        for menu in ("verdict", "kind", "document")
    }
    assert menus["verdict"] == ["all", *sorted({r.verdict for r in ROWS})]
    assert menus["kind"] == ["all", "exact", "stochastic"]
    assert menus["document"] == ["all", document_titles()[FOX], "000_x.txt"]
    show(page, ROWS)
    page.get_by_label("kind").select_option("stochastic")
    assert printed(page) == ["2", "10"]
    page.get_by_label("verdict").select_option(ROWS[0].verdict)
    assert printed(page) == ["10"]
    page.get_by_label("verdict").select_option("")
    page.get_by_label("kind").select_option("")
    page.get_by_label("text").fill("STATEMENT")
    assert page.locator("output").inner_text() == "4 of 4 findings"
    page.get_by_label("text").fill("nowhere")
    assert page.locator("output").inner_text() == "No finding matches: 0 of 4 findings"


def test_without_the_script_all_rows_are_there_and_no_dead_controls():
    text = re.sub(r"(?s)<script>.*?</script>", "", LedgerTable(ROWS)._repr_html_())
    assert text.count('<tr id="row-') == len(ROWS)
    assert not re.findall("<(label|select|option|input|output)", text)
    assert "a &lt;b&gt;statement&lt;/b&gt; &amp; more" in text


def test_decided_findings_come_first_and_a_table_is_one_finding(page):
    cells = [row(n, VERDICTS[0], family="Table 1") for n in (1, 2, 3)]
    show(page, [row(9, "undecided", "Section 2"), *cells])
    assert page.locator("tbody > tr").count() == 2
    assert page.locator("tbody > tr").first.inner_text().startswith("Table 1")
    page.get_by_text("The cells").click()
    assert page.locator("#row-2").is_visible()


def test_every_row_and_every_search_has_an_address(page, tmp_path):
    cells = [row(n, VERDICTS[0], family="Table 1") for n in (1, 2, 3)]
    rows = [row(9, "undecided", "Section 2"), *cells]
    file = tmp_path / "ledger.html"
    file.write_text(f"<!doctype html>{LedgerTable(rows)._repr_html_()}")
    page.goto(f"{file.as_uri()}#row-2")
    assert page.locator("#row-2 dl").is_visible()
    page.get_by_label("verdict").select_option("undecided")
    assert page.url.endswith("#verdict=undecided")
    page.goto("about:blank")
    page.goto(f"{file.as_uri()}#verdict=undecided&text=section")
    assert page.locator("output").inner_text() == "1 of 2 findings"


def test_the_picture_has_a_signed_square_for_each_finding_that_leads_to_its_row():
    table = [row(n, VERDICTS[0], family="Table 1") for n in (51, 52)]
    html = verdict_picture([*ROWS, *table])._repr_html_()
    squares = re.findall(r'href="09_ledger.ipynb#([\w-]+)"[^>]*>(.)</a>', html)
    assert squares == [
        *((each.id, VERDICT_SIGNS[each.verdict]) for each in ROWS),
        ("row-51", VERDICT_SIGNS[VERDICTS[0]]),
    ]
    assert "Table 1: 2 cells" in html
    with pytest.raises(ValueError, match="at least one row"):
        verdict_picture([])


def test_the_picture_calls_sections_by_their_names():
    rows = [row(1, VERDICTS[0], "3.1"), row(2, VERDICTS[0], "3.2")]
    html = verdict_picture(rows, {"3.1": "3.1 who wins?"})._repr_html_()
    assert re.findall("<dt>(.*?)</dt>", html) == ["3.1 who wins?", "3.2"]


def test_the_picture_can_be_read_on_a_phone_and_by_every_eye(page):
    page.set_viewport_size({"width": 360, "height": 800})
    html = verdict_picture([row(n, VERDICTS[0]) for n in range(40)])._repr_html_()
    page.set_content(f"<!doctype html>{html}")
    box = page.locator("a").first.bounding_box()
    assert min(box["width"], box["height"]) >= 30
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page, ".fk-verdicts") == []
    assert len(set(VERDICT_SIGNS.values())) == len(VERDICT_SIGNS)
    for colours in (LIGHT, DARK):
        for role in VERDICT_ROLES:
            assert contrast(colours[role], colours["page"]) >= 4.5
