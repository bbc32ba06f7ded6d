/** Two independent 32-bit hashes: cyrb53 (bryc) without its last step. */
export function hashText(text: string): [low: number, high: number] {
  let first = 0xdeadbeef
  let second = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    first = Math.imul(first ^ code, 0x9e3779b1)
    second = Math.imul(second ^ code, 0x5f356495)
  }
  first = Math.imul(first ^ (first >>> 16), 0x85ebca6b) ^ Math.imul(second ^ (second >>> 13), 0xc2b2ae35)
  second = Math.imul(second ^ (second >>> 16), 0x85ebca6b) ^ Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
  return [first >>> 0, second >>> 0]
}

/** A hash of 53 bits, an exact number. */
export function hash53(text: string): number {
  const [low, high] = hashText(text)
  return (high & 0x1fffff) * 2 ** 32 + low
}
