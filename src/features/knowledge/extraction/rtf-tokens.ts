/** A part of an RTF file (Microsoft Office Rich Text Format, version 1.9.1). */
export type RtfToken =
  | { kind: 'open' }
  | { kind: 'close' }
  /** A control word such as `par`, or a control symbol such as `~`. */
  | { kind: 'control'; word: string; value: number | undefined }
  /** A character of the code page that holds: one or a part of one. */
  | { kind: 'bytes'; bytes: Buffer }

const controlWord = /([a-z]{1,32})(-?\d{1,10})? ?/iy

/** Cuts an RTF file into its parts; binary data is passed over. */
export function* rtfTokens(file: Buffer): Generator<RtfToken> {
  const text = file.toString('latin1')
  for (let at = 0; at < text.length; ) {
    const sign = text[at] as string
    if (sign === '{' || sign === '}') {
      yield { kind: sign === '{' ? 'open' : 'close' }
      at += 1
    } else if (sign === '\\') {
      const { token, end } = controlAt(text, at + 1)
      yield token
      at = end
    } else {
      const end = nextSpecial(text, at)
      // Lines of the file mean nothing.
      yield { kind: 'bytes', bytes: Buffer.from(text.slice(at, end).replace(/[\r\n]/g, ''), 'latin1') }
      at = end
    }
  }
}

function nextSpecial(text: string, from: number): number {
  let end = from
  while (end < text.length && !'{}\\'.includes(text[end] as string)) end += 1
  return end
}

/** What a backslash begins, and where it ends. */
function controlAt(text: string, at: number): { token: RtfToken; end: number } {
  controlWord.lastIndex = at
  const [whole, word, digits] = controlWord.exec(text) ?? []
  if (whole !== undefined && word !== undefined) {
    const value = digits === undefined ? undefined : Number(digits)
    const binary = word === 'bin' ? Math.max(0, value ?? 0) : 0
    return { token: { kind: 'control', word, value }, end: at + whole.length + binary }
  }
  if (text[at] !== "'")
    return { token: { kind: 'control', word: text[at] ?? '', value: undefined }, end: at + 1 }
  const code = text.slice(at + 1, at + 3)
  const bytes = /^[\da-f]{2}$/i.test(code) ? Buffer.from(code, 'hex') : Buffer.alloc(0)
  return { token: { kind: 'bytes', bytes }, end: at + 3 }
}
