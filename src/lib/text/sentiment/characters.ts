export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

export function isUpper(code: number): boolean {
  return code >= 65 && code <= 90
}

export function isLower(code: number): boolean {
  return code >= 97 && code <= 122
}

/** A letter of any script, approximately: everything beyond ASCII except spaces, punctuation and emoji. */
export function isLetter(code: number): boolean {
  if (code < 128) return isLower(code) || isUpper(code)
  return code >= 0xc0 && !(code >= 0x2000 && code <= 0x2bff) && !(code >= 0x3000 && code <= 0x303f) && code < 0xd800
}

/** Half of a surrogate pair or beyond, which is mostly emoji. */
export function isBeyondLetters(code: number): boolean {
  return code >= 0xd800
}

/** The first half of a surrogate pair, or one of the older symbols and dingbats. */
export function startsEmoji(code: number): boolean {
  return (code >= 0xd800 && code <= 0xdbff) || (code >= 0x2600 && code <= 0x27bf)
}

/** Rating stars: ★ and ⭐. */
export function isStar(code: number): boolean {
  return code === 0x2605 || code === 0x2b50
}
