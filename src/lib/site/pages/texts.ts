/**
 * Normalizes a page’s text for storage: replaces each run of white space and control characters by one space,
 * truncates it, and removes lone surrogates, which some stores reject.
 */
export function cleanText(text: string, maxLength: number): string {
  // Skips most of a hostile text; the visible part of a normal text is at its beginning.
  const start = text.length > maxLength * 8 ? text.slice(0, maxLength * 8) : text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removed on purpose
  const spaced = start.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim()
  return (spaced.length > maxLength ? spaced.slice(0, maxLength) : spaced).toWellFormed()
}

/** Adds an item to a list, unless it is full. */
export function pushWithin<T>(list: T[], item: T, maxLength: number): void {
  if (list.length < maxLength) list.push(item)
}
