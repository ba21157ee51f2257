"""Which first line is a header: one name that occurs again below tells it beside a number,
without numbers each must."""

from dtlearn.data.numerals import has_header


def test_a_first_line_whose_words_occur_again_is_no_header():
    numbers, words, again = ("1", "2", "3"), ("a", "b", "c"), ("d", "d", "e")
    assert has_header([numbers, words], ".")
    assert not has_header([numbers, words, again], ".")
    assert has_header([words, again], ".")
    assert not has_header([again, again], ".")
    assert not has_header([again, ("x", "", "")], ".")  # a column with nothing in it tells nothing
