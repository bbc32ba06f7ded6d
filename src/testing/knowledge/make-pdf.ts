/** A line of text and its font size. */
export type PdfLine = readonly [text: string, size: number]

/** A PDF with these lines on its pages, from the top. ASCII only. @param pages an empty one has no text */
export function makePdf(pages: readonly (readonly PdfLine[])[]): Buffer {
  const first = 4
  const objects = new Map<number, string>([
    [1, '<</Type/Catalog/Pages 2 0 R>>'],
    [2, `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, n) => `${first + 2 * n} 0 R`).join(' ')}]>>`],
    [3, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'],
  ])
  pages.forEach((lines, number) => {
    const content = contentOf(lines)
    const place = '/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>'
    objects.set(first + 2 * number, `<</Type/Page${place}/Contents ${first + 2 * number + 1} 0 R>>`)
    objects.set(first + 2 * number + 1, `<</Length ${content.length}>>stream\n${content}\nendstream`)
  })
  return assemble(objects)
}

function contentOf(lines: readonly PdfLine[]): string {
  let y = 800
  return lines
    .map(([text, size]) => {
      y -= size * 1.2
      return `BT /F ${size} Tf 50 ${y.toFixed(1)} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`
    })
    .join('\n')
}

/** @param trailer additional entries of the trailer */
export function assemble(objects: ReadonlyMap<number, string>, trailer = ''): Buffer {
  const parts = ['%PDF-1.4\n']
  let length = parts[0]?.length ?? 0
  const offsets: number[] = []
  for (const [number, text] of [...objects].sort(([a], [b]) => a - b)) {
    offsets.push(length)
    const part = `${number} 0 obj\n${text}\nendobj\n`
    parts.push(part)
    length += part.length
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  parts.push(`xref\n0 ${objects.size + 1}\n0000000000 65535 f \n`, entries.join(''))
  parts.push(`trailer<</Size ${objects.size + 1}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF\n`)
  return Buffer.from(parts.join(''), 'latin1')
}

/** A font that refers to a predefined CMap instead of embedding one (ISO 32000-1, 9.7.5.2). */
export interface PredefinedFont {
  /** For example `90ms-RKSJ-H`. */
  encoding: string
  /** For example `Japan1`, in the registry Adobe. */
  ordering: string
}

/** A PDF of one page with a line in such a font, which is not embedded. */
export function makePredefinedPdf({ encoding, ordering }: PredefinedFont, codes: Buffer): Buffer {
  const content = `BT /F 20 Tf 50 700 Td <${codes.toString('hex')}> Tj ET`
  const system = `<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>`
  return assemble(
    new Map([
      [1, '<</Type/Catalog/Pages 2 0 R>>'],
      [2, '<</Type/Pages/Count 1/Kids[3 0 R]>>'],
      [3, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R>>'],
      [4, `<</Length ${content.length}>>stream\n${content}\nendstream`],
      [5, `<</Type/Font/Subtype/Type0/BaseFont/Made/Encoding/${encoding}/DescendantFonts[6 0 R]>>`],
      [6, `<</Type/Font/Subtype/CIDFontType0/BaseFont/Made/CIDSystemInfo${system}/FontDescriptor 7 0 R>>`],
      [7, '<</Type/FontDescriptor/FontName/Made/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 880>>'],
    ]),
  )
}

/**
 * A PDF of one page with a line of text and annotations.
 * @param annotations dictionary entries except position and type; with `/FT` they are form fields
 */
export function makeAnnotatedPdf(text: string, annotations: readonly string[]): Buffer {
  const content = contentOf([[text, 10]])
  const names = annotations.map((_, index) => `${index + 5} 0 R`).join(' ')
  const objects = new Map([
    [1, `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${names}]>>>>`],
    [2, '<</Type/Pages/Count 1/Kids[3 0 R]>>'],
    [
      3,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>/Contents 4 0 R/Annots[${names}]>>`,
    ],
    [4, `<</Length ${content.length}>>stream\n${content}\nendstream`],
  ])
  annotations.forEach((entries, index) => {
    const y = 700 - 20 * index
    objects.set(index + 5, `<</Type/Annot/P 3 0 R/Rect[50 ${y} 250 ${y + 15}]${entries}>>`)
  })
  return assemble(objects)
}
