/** Quotes a cell if needed. Prefixes formulas with an apostrophe, as the API’s CSV does. */
function cell(text: string): string {
  const safe = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r]/u.test(text) ? `'${text}` : text
  return /[",\n\r;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvText = (rows: readonly (readonly string[])[]): string =>
  `${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
