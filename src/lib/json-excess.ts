/** Maximum length of a raw body, in UTF-16 units. */
const maxLength = 128 * 1024 * 1024
/** Maximum number of values of any type. */
const maxValues = 2_000_000

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/**
 * Why a JSON text must not be parsed: lists in lists or millions of empty objects take far more memory than
 * the text. Scans the text once and does not check that it is valid JSON.
 * @param maxDepth levels of nested objects and lists
 * @returns undefined if the text can be parsed
 */
export function findJsonExcess(json: string, what = 'the body', maxDepth = 500): string | undefined {
  if (json.length > maxLength) return `${what} has more than 128 Mi characters`
  let depth = 0
  let values = 0
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at)
    if (unit === quote) at = endOfString(json, at)
    else if (unit === comma) values++
    else if (opening.has(unit)) {
      depth++
      values++
    } else if (closing.has(unit)) depth--
    if (depth > maxDepth) return `${what} has more than ${maxDepth} lists and objects within each other`
    if (values > maxValues) return `${what} has more than 2,000,000 values`
  }
  return undefined
}

/** The index of the quotation mark that ends a string, or the length of the text. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let escapes = 0
    while (json.charCodeAt(end - 1 - escapes) === backslash) escapes++
    if (escapes % 2 === 0) return end
  }
  return json.length
}
