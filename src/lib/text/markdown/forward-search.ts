/** Index of the next occurrence of a marker at or after `from`; past the end of the text if there is none. */
type NextIndex = (from: number) => number

/**
 * Searches for a marker and caches the result, so that a text read from start to end is searched once;
 * otherwise hostile text would be searched to its end at every bracket.
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

export type ForwardSearches = ReturnType<typeof forwardSearches>

export function forwardSearches(text: string) {
  return {
    lineFeed: forwardSearch(text, '\n'),
    blankLine: forwardSearch(text, '\n\n'),
    pipe: forwardSearch(text, '|'),
    closingParenthesis: forwardSearch(text, ')'),
    commentEnd: forwardSearch(text, '-->'),
    scriptEnd: forwardSearch(text, '</script'),
    styleEnd: forwardSearch(text, '</style'),
    spanEnd: forwardSearch(text, '</span'),
    scheme: forwardSearch(text, '://'),
    www: forwardSearch(text, 'www.'),
  }
}
