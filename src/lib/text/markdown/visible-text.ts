import { lostLineStart, readLineStart } from './block-syntax.ts'
import { beginCell, breakBlock, readFirstLine, readLineEnd } from './blocks.ts'
import { readEmphasis } from './emphasis.ts'
import { attribute, readEntity, readMarkedAddress, readTag, type Tag } from './inline-html.ts'
import { normalizeLabel } from './link-definitions.ts'
import { endLink, newOpener, readAddress, readBareAddress, readClosingBracket, readOpeningBracket } from './links.ts'
import { openReader, type Reader } from './markdown-reader.ts'
import type { Noise } from './noise.ts'
import { closeOutput, linkStart, type VisibleText, write, writeSource, writeString } from './visible-output.ts'

export type { Cell, VisibleText } from './visible-output.ts'

/**
 * Reads the visible text and the links of an answer in Markdown (CommonMark with GitHub's tables,
 * strikethrough and bare links). Any string is Markdown, so it never fails. Takes linear time.
 *
 * - Visible: labels of links, descriptions of images, code, and only the host of a bare address, as its path
 *   and query are internal names of the site. Hidden: marks, targets, titles, definitions, tags, comments.
 * - Line feeds separate blocks (paragraphs, headings, list items, table cells, lines of code). If an answer
 *   lost all line breaks, lists and headings are recognized by two spaces before their mark.
 * - Not text: what a copy of a page adds (`capture-noise.ts`).
 * - Zero-width characters and soft hyphens stay: the mention finder ignores them.
 */
export function readVisibleText(markdown: string): VisibleText {
  const reader = openReader(markdown)
  const isFlat = !markdown.includes('\n') && markdown.includes('  ')
  if (!isFlat) reader.lostLine = markdown.length
  readFirstLine(reader)
  while (reader.at < markdown.length) {
    if (reader.address < reader.at) reader.address = nextAddress(reader)
    if (reader.lostLine < reader.at) reader.lostLine = nextLostLine(reader)
    const noise = nextNoise(reader)
    const to = Math.min(reader.address, reader.lostLine, noise?.start ?? markdown.length)
    readPlain(reader, to)
    if (noise !== undefined && reader.at === noise.start) readNoise(reader, noise)
    else if (reader.at < markdown.length) readMarked(reader)
  }
  return closeOutput(reader.output, markdown.length)
}

/** The reader of each character that may be markup. */
const markReaders: Record<string, (reader: Reader) => void> = {
  '\n': readLineEnd,
  '\r': readLineEnd,
  '*': readEmphasisMarks,
  _: readEmphasisMarks,
  '~': readEmphasisMarks,
  '`': readBackticks,
  '[': readOpeningBracket,
  ']': readClosingBracket,
  '<': readAngleBracket,
  '&': readAmpersand,
  '\\': readBackslash,
  '|': readPipe,
}

const isMark = new Uint8Array(128)
for (const mark of Object.keys(markReaders)) isMark[mark.charCodeAt(0)] = 1

/** Copies the text before `to`, up to the first mark. */
function readPlain(reader: Reader, to: number): void {
  const { source, output } = reader
  const { units, offsets } = output
  let at = reader.at
  let length = output.length
  while (at < to) {
    const unit = source.charCodeAt(at)
    if (unit < 128 && isMark[unit] === 1) break
    units[length] = unit
    offsets[length] = at
    length++
    at++
  }
  reader.at = at
  output.length = length
}

/** The next part that is not text; those within code or links are passed. */
function nextNoise(reader: Reader): Noise | undefined {
  const { noise, at } = reader
  while ((noise[reader.passedNoise]?.start ?? at) < at) reader.passedNoise++
  return noise[reader.passedNoise]
}

function readNoise(reader: Reader, { start, end, isHidden }: Noise): void {
  reader.passedNoise++
  if (isHidden) reader.at = end
  else write(reader.output, linkStart, start)
}

function readMarked(reader: Reader): void {
  const { source, at } = reader
  if (at === reader.lostLine) readLostLine(reader)
  else if (at !== reader.address || !readBareAddress(reader)) {
    const read = markReaders[source.charAt(at)] ?? readCharacter
    read(reader)
  }
}

function readCharacter(reader: Reader): void {
  write(reader.output, reader.source.charCodeAt(reader.at), reader.at)
  reader.at++
}

function readEmphasisMarks(reader: Reader): void {
  reader.at = readEmphasis(reader.emphasis, reader.output, reader.source, reader.at)
}

function readPipe(reader: Reader): void {
  if (reader.isTableRow) {
    breakBlock(reader)
    reader.at++
    beginCell(reader)
  } else readCharacter(reader)
}

function readBackslash(reader: Reader): void {
  const next = reader.source.charAt(reader.at + 1)
  if (next === '\n' || next === '\r') {
    reader.at++
    readLineEnd(reader, true)
  } else {
    if (/[!-/:-@[-`{-~]/.test(next)) reader.at++
    readCharacter(reader)
  }
}

function readAmpersand(reader: Reader): void {
  const entity = readEntity(reader.source, reader.at)
  if (entity) {
    writeString(reader.output, entity.text, reader.at)
    reader.at = entity.end
  } else readCharacter(reader)
}

function readBackticks(reader: Reader): void {
  const { source, at, output } = reader
  const span = reader.codeSpan(at)
  let end = at
  while (source.charAt(end) === '`') end++
  if (!span) writeSource(output, source, at, end)
  else for (let i = span.from; i < span.to; i++) write(output, Math.max(source.charCodeAt(i), 0x20), i)
  reader.at = span?.end ?? end
}

function readAngleBracket(reader: Reader): void {
  const { source, at, output, search } = reader
  const marked = readMarkedAddress(source, at)
  if (marked) {
    const { address, end } = marked
    if (/^(?:https?|ftp):/i.test(address)) readAddress(reader, at + 1, end - 1)
    else writeSource(output, source, address.startsWith('mailto:') ? at + 8 : at + 1, end - 1)
    reader.at = end
    return
  }
  const commentEnd = source.startsWith('<!--', at) ? search.commentEnd(at + 4) : source.length
  if (commentEnd < source.length) {
    reader.at = commentEnd + 3
    return
  }
  const tag = readTag(source, at)
  if (tag) readElement(reader, tag)
  else readCharacter(reader)
}

function readElement(reader: Reader, tag: Tag): void {
  const { source, output } = reader
  if (tag.isBlock) breakBlock(reader)
  if (tag.name === 'a') readAnchor(reader, tag)
  if (tag.name === 'img') readImage(reader, tag)
  // A superscript number is a footnote's, not part of the preceding word.
  if (tag.name === 'sup' && !tag.isClosing) write(output, linkStart, reader.at)
  const hiddenEnd = contentEnd(reader, tag)
  if (hiddenEnd < source.length) skipReferences(reader, tag.end, hiddenEnd)
  reader.at = hiddenEnd < source.length ? hiddenEnd : tag.end
}

/** Sources that only hidden content refers to were consulted, not cited. */
function skipReferences({ source, usedLabels }: Reader, from: number, to: number): void {
  for (const [, label = ''] of source.slice(from, to).matchAll(/\[(\^?[\w-]{1,20})\]/g))
    usedLabels.add(normalizeLabel(label))
}

/** The end of an element's hidden content; the end of the text if it hides nothing. */
function contentEnd({ source, search }: Reader, tag: Tag): number {
  if (tag.isClosing) return source.length
  if (tag.name === 'script') return search.scriptEnd(tag.end)
  if (tag.name === 'span' && hidesContent.test(attribute(tag.attributes, 'style'))) return search.spanEnd(tag.end)
  return tag.name === 'style' ? search.styleEnd(tag.end) : source.length
}

const hidesContent = /\bdisplay\s{0,9}:\s{0,9}none/i

function readAnchor(reader: Reader, tag: Tag): void {
  const { output, anchor } = reader
  if (anchor) endLink(reader, anchor, anchor.target)
  reader.anchor = undefined
  const target = tag.isClosing ? '' : attribute(tag.attributes, 'href')
  if (target === '') return
  const mark = output.length
  write(output, linkStart, reader.at)
  reader.anchor = { ...newOpener(reader, mark, mark + 1), target }
}

function readImage(reader: Reader, tag: Tag): void {
  const { output, at } = reader
  const from = output.length
  writeString(output, attribute(tag.attributes, 'alt'), at)
  const target = attribute(tag.attributes, 'src')
  if (target !== '') output.links.push({ target, offset: at, from, to: output.length, title: '', isBare: false })
}

function readLostLine(reader: Reader): void {
  const { source } = reader
  breakBlock(reader)
  while (source.startsWith('---', reader.at) || source.startsWith('-- ', reader.at)) reader.at++
  reader.at = readLineStart(source, reader.at, false).content
}

/** The next possible start of a bare address. */
function nextAddress({ source, at, search }: Reader): number {
  const www = search.www(at)
  let separator = search.scheme(at)
  while (separator < www) {
    const scheme = /https?$/i.exec(source.slice(Math.max(separator - 5, at), separator))
    if (scheme) return separator - scheme[0].length
    separator = search.scheme(separator + 1)
  }
  return www
}

function nextLostLine({ source, at }: Reader): number {
  lostLineStart.lastIndex = at
  return lostLineStart.exec(source)?.index ?? source.length
}
