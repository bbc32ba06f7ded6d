/**
 * A text of a page as it is stored: white space and control characters as one space each run, cut to a length, without
 * halves of surrogate pairs, so that every store takes it.
 */
export function cleanText(text: string, maxLength: number): string {
  // Much of a hostile text is not looked at; what browsers show of an honest one is in the beginning.
  const start = text.length > maxLength * 8 ? text.slice(0, maxLength * 8) : text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  const spaced = start.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim()
  return (spaced.length > maxLength ? spaced.slice(0, maxLength) : spaced).toWellFormed()
}

/** Adds an item to a list, unless it is full. */
export function pushWithin<T>(list: T[], item: T, maxLength: number): void {
  if (list.length < maxLength) list.push(item)
}
