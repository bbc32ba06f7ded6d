/** Code pages by the numbers of character sets that fonts of RTF have (`\fcharset`); 0, 1 and 2 leave it to the file. */
const charsetPages: Readonly<Record<number, number>> = {
  ...{ 77: 10_000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258 },
  ...{ 177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250 },
}

/** Names of the code pages' encodings (encoding.spec.whatwg.org); those of other numbers are Windows’ own. */
const encodings: Readonly<Record<number, string>> = {
  ...{ 866: 'ibm866', 874: 'windows-874', 932: 'shift_jis', 936: 'gbk', 949: 'euc-kr', 950: 'big5' },
  ...{ 10000: 'macintosh', 65001: 'utf-8', 20866: 'koi8-r', 54936: 'gb18030' },
}

const filePages = new Map(Object.entries({ ansi: 1252, mac: 10_000, pc: 437, pca: 850 }))

/** In which code page the characters of an RTF file are, by their font. */
export interface CodePages {
  /** Takes note of what a control word says of it. */
  note(word: string, value: number | undefined): void
  of(font: number | undefined): number
}

export function createCodePages(): CodePages {
  const ofFonts = new Map<number, number>()
  let ofFile = 1252
  let latest: number | undefined
  return {
    note(word, value) {
      if (word === 'ansicpg' && value !== undefined) ofFile = value
      else if (filePages.has(word)) ofFile = filePages.get(word) ?? ofFile
      else if (word === 'f') latest = value
      else if (word === 'fcharset' && latest !== undefined && value !== undefined) {
        // Numbers of fonts are used again where a file was put together of others.
        const page = charsetPages[value]
        if (page === undefined) ofFonts.delete(latest)
        else ofFonts.set(latest, page)
      }
    },
    of: (font) => (font === undefined ? undefined : ofFonts.get(font)) ?? ofFile,
  }
}

/** Decodes bytes of a code page; those that nothing is known of are taken for Western European. */
export function decodePage(bytes: Uint8Array, page: number): string {
  const known = page >= 1250 && page <= 1258 ? `windows-${page}` : 'windows-1252'
  return new TextDecoder(encodings[page] ?? known).decode(bytes)
}
