/** Index of the next occurrence of a marker at or after `from`; behind the whole text where there is none. */
type NextIndex = (from: number) => number

/**
 * Looks ahead for a marker and remembers what it found, so that a text which is read from its beginning to its end is
 * searched once; hostile text would otherwise be searched to its end at every bracket.
 */
function forwardSearch(text: string, marker: string): NextIndex {
  let searchedFrom = 0
  let found = -1
  return (from) => {
    if (from > found || from < searchedFrom) {
      const index = text.indexOf(marker, from)
      found = index === -1 ? text.length + 1 : index
      searchedFrom = from
    }
    return found
  }
}

/** What a reader of Markdown looks ahead for. */
export interface ForwardSearches {
  lineFeed: NextIndex
  blankLine: NextIndex
  pipe: NextIndex
  closingParenthesis: NextIndex
  commentEnd: NextIndex
  scriptEnd: NextIndex
  styleEnd: NextIndex
  scheme: NextIndex
  www: NextIndex
}

export function forwardSearches(text: string): ForwardSearches {
  return {
    lineFeed: forwardSearch(text, '\n'),
    blankLine: forwardSearch(text, '\n\n'),
    pipe: forwardSearch(text, '|'),
    closingParenthesis: forwardSearch(text, ')'),
    commentEnd: forwardSearch(text, '-->'),
    scriptEnd: forwardSearch(text, '</script'),
    styleEnd: forwardSearch(text, '</style'),
    scheme: forwardSearch(text, '://'),
    www: forwardSearch(text, 'www.'),
  }
}
