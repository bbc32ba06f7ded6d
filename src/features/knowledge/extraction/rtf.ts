import { type Block, cleanText } from '../extracted.ts'
import { type CodePages, createCodePages, decodePage } from './rtf-code-pages.ts'
import { rtfTokens } from './rtf-tokens.ts'

/** Groups that hold nothing of the text; so do all that begin with `\*`. */
const unread = new Set(
  (
    'fonttbl colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf ' +
    'fldinst listtable listoverridetable revtbl rsidtbl themedata colorschememapping datastore latentstyles ' +
    'xmlnstbl generator nonshppict private tc xe bkmkstart bkmkend annotation atnid atnauthor sp sn sv'
  ).split(' '),
)
/** Groups that begin with `\*` and hold text all the same. */
const readAfterStar = new Set(['shptxt', 'shpinst', 'ud', 'fldrslt'])

const signs = new Map(
  Object.entries({
    ...{ lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”', endash: '–', emdash: '—', bullet: '•' },
    ...{
      '~': '\u00a0',
      _: '‑',
      tab: ' ',
      cell: ' ',
      nestcell: ' ',
      line: '\n',
      lbr: '\n',
      emspace: ' ',
      enspace: ' ',
    },
    ...{ '\\': '\\', '{': '{', '}': '}', qmspace: ' ' },
  }),
)
/** What ends a paragraph; a backslash at the end of a line does so too. */
const ends = new Set(['par', 'sect', 'page', 'row', 'nestrow', 'column', '\n', '\r'])

/** What holds within a group, and for those in it. */
interface Group {
  isUnread: boolean
  isHidden: boolean
  font: number | undefined
  /** Characters that stand behind one of Unicode for programs that know none. */
  fallback: number
  /** Of the paragraph, where it is a heading. */
  level: number | undefined
  /** What stands between the group and what follows it. */
  end: string
}

interface Reader {
  blocks: Block[]
  group: Group
  outer: Group[]
  /** The paragraph so far. */
  text: string[]
  /** Characters of a code page that are not decoded yet: some take several bytes. */
  pending: Buffer[]
  /** Characters still to be passed over, as they repeat one of Unicode. */
  repeated: number
  isAfterStar: boolean
  pages: CodePages
}

/** Headings (paragraphs with a level in the outline) and paragraphs of an RTF file. */
export function extractRtf(file: Buffer): Block[] {
  const reader: Reader = {
    ...{ blocks: [], outer: [], text: [], pending: [], repeated: 0, isAfterStar: false },
    group: { isUnread: false, isHidden: false, font: undefined, fallback: 1, level: undefined, end: '' },
    pages: createCodePages(),
  }
  for (const token of rtfTokens(file)) {
    if (token.kind === 'bytes') addBytes(reader, token.bytes)
    else {
      decodePending(reader)
      if (token.kind === 'open') openGroup(reader)
      else if (token.kind === 'close') closeGroup(reader)
      else control(reader, token.word, token.value)
    }
  }
  decodePending(reader)
  finishParagraph(reader)
  return reader.blocks
}

const isShown = ({ group }: Reader) => !group.isUnread && !group.isHidden

function openGroup(reader: Reader): void {
  reader.repeated = 0
  reader.outer.push(reader.group)
  reader.group = { ...reader.group, end: '' }
}

function closeGroup(reader: Reader): void {
  reader.repeated = 0
  if (isShown(reader)) reader.text.push(reader.group.end)
  reader.group = reader.outer.pop() ?? reader.group
  // What stands behind the file's own group is none of it.
  if (reader.outer.length === 0) reader.group.isUnread = true
}

function addBytes(reader: Reader, bytes: Buffer): void {
  const rest = bytes.subarray(reader.repeated)
  reader.repeated = Math.max(0, reader.repeated - bytes.length)
  if (isShown(reader) && rest.length > 0) reader.pending.push(rest)
}

function decodePending(reader: Reader): void {
  if (reader.pending.length === 0) return
  reader.text.push(decodePage(Buffer.concat(reader.pending), reader.pages.of(reader.group.font)))
  reader.pending = []
}

function finishParagraph(reader: Reader): void {
  const { level } = reader.group
  const shown = cleanText(reader.text.join(''))
    .replace(/[ \t]+/g, ' ')
    .trim()
  if (shown !== '') reader.blocks.push({ text: shown, ...(level === undefined ? {} : { level }) })
  reader.text = []
}

function control(reader: Reader, word: string, value: number | undefined): void {
  const { group } = reader
  if (unread.has(word) || (reader.isAfterStar && !readAfterStar.has(word))) group.isUnread = true
  reader.isAfterStar = word === '*'
  reader.pages.note(word, value)
  const sign = word === 'u' ? String.fromCharCode((value ?? 0) & 0xffff) : signs.get(word)
  if (sign !== undefined) addSign(reader, sign, word === 'u')
  else if (ends.has(word)) {
    if (isShown(reader)) finishParagraph(reader)
  } else setProperty(reader, word, value)
}

function addSign(reader: Reader, sign: string, isUnicode: boolean): void {
  if (!isUnicode && reader.repeated > 0) reader.repeated -= 1
  else if (isShown(reader)) reader.text.push(sign)
  if (isUnicode) reader.repeated = reader.group.fallback
}

function setProperty(reader: Reader, word: string, value: number | undefined): void {
  const { group } = reader
  switch (word) {
    case 'uc':
      group.fallback = Math.max(0, value ?? 1)
      break
    case 'f':
      group.font = value
      break
    case 'plain':
      group.font = undefined
      group.isHidden = false
      break
    case 'v':
      group.isHidden = value !== 0
      break
    case 'footnote':
      if (isShown(reader)) reader.text.push(' ')
      group.end = ' '
      break
    case 'pard':
      group.level = undefined
      break
    case 'outlinelevel':
      // Levels run from 0 to 8; 9 is the text's.
      group.level = (value ?? 0) < 9 ? Math.min((value ?? 0) + 1, 6) : undefined
  }
}
