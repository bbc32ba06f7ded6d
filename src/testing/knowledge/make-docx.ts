import { crc32 } from 'node:zlib'

/**
 * A DOCX file with one paragraph.
 * @param main path of the part with its text, to which the other parts refer
 */
export function makeDocx(paragraph: string, main = 'word/document.xml'): Buffer {
  const office = 'http://schemas.openxmlformats.org'
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
  return makeZip({
    '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Override PartName="/${main}" ContentType="${type}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="a" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="${main}"/></Relationships>`,
    [main]: `<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${paragraph}</w:t></w:r></w:p></w:body></w:document>`,
  })
}

/** An uncompressed archive (PKWARE's APPNOTE.TXT, 4.3). */
function makeZip(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, text] of Object.entries(files)) {
    const [name, content] = [Buffer.from(path), Buffer.from(text)]
    const numbers = [20, 0, 0, 0, 0]
    const sizes = [crc32(content), content.length, content.length]
    const shared = Buffer.concat([shorts(...numbers), longs(...sizes), shorts(name.length, 0)])
    parts.push(longs(0x04034b50), shared, name, content)
    directory.push(longs(0x02014b50), shorts(20), shared, shorts(0, 0, 0), longs(0, offset), name)
    offset += 30 + name.length + content.length
  }
  const length = Buffer.concat(directory).length
  const count = Object.keys(files).length
  const end = [longs(0x06054b50), shorts(0, 0, count, count), longs(length, offset), shorts(0)]
  return Buffer.concat([...parts, ...directory, ...end])
}

const shorts = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer)
const longs = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer)
