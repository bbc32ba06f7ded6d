/** A prompt parsed from a line. Keeps the raw line to show it again if it is rejected. */
export interface PromptLine {
  /** 1-based. */
  number: number
  raw: string
  text: string
  topic: string | undefined
  tags: string[]
  countries: string[]
}

const columnNames = {
  text: ['prompt', 'text', 'question'],
  topic: ['topic'],
  tags: ['tags', 'tag'],
  countries: ['markets', 'market', 'countries', 'country'],
} as const

/**
 * Reads prompts from text or a file: one per line, or a table (RFC 4180, also with semicolons or tabs) whose header
 * names the columns prompt, topic, tags and markets. Separate multiple tags or markets in a cell with `|`, `;` or `,`.
 */
export function readPromptLines(pasted: string): { lines: PromptLine[]; head: string | undefined } {
  const text = pasted.replace(/^\ufeff/, '')
  const [first = ''] = text.split(/\r?\n/, 1)
  const separator = [',', ';', '\t'].find((one) => columnsOf(first.split(one)).text !== undefined)
  if (separator === undefined) return { lines: plainLines(text), head: undefined }
  const columns = columnsOf(first.split(separator))
  const rows = readTable(text, separator).slice(1)
  const at = (cells: readonly string[], column: number | undefined) =>
    column === undefined ? '' : (cells[column] ?? '').trim()
  const lines = rows.map(({ number, raw, cells }) => ({
    number,
    raw,
    text: at(cells, columns.text),
    topic: at(cells, columns.topic) || undefined,
    tags: listOf(at(cells, columns.tags)),
    countries: listOf(at(cells, columns.countries)),
  }))
  return { lines: lines.filter(({ raw }) => raw.trim() !== ''), head: first }
}

const listOf = (cell: string) => cell.split(/[|;,]/).flatMap((one) => (one.trim() === '' ? [] : [one.trim()]))

function columnsOf(cells: readonly string[]): Partial<Record<keyof typeof columnNames, number>> {
  const names = cells.map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .toLowerCase(),
  )
  const found = Object.entries(columnNames).map(([column, spellings]) => [
    column,
    names.findIndex((name) => (spellings as readonly string[]).includes(name)),
  ])
  return Object.fromEntries(found.filter(([, place]) => (place as number) >= 0))
}

const plainLines = (text: string): PromptLine[] =>
  text
    .split(/\r?\n/)
    .flatMap((raw, i) =>
      raw.trim() === '' ? [] : [{ number: i + 1, raw, text: raw.trim(), topic: undefined, tags: [], countries: [] }],
    )

interface Row {
  number: number
  raw: string
  cells: string[]
}

/** Reads quoted cells, which can contain separators, line breaks and doubled quotes. */
function readTable(text: string, separator: string): Row[] {
  const rows: Row[] = []
  let line = 1
  let row: Row = { number: 1, raw: '', cells: [] }
  let start = 0
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.cells.push(cell)
    cell = ''
  }
  const endRow = (at: number, next: number) => {
    endCell()
    rows.push({ ...row, raw: text.slice(start, at) })
    row = { number: line, raw: '', cells: [] }
    start = next
  }
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '\n') line++
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') cell += text[++at]
      else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === separator) endCell()
    else if (character === '\n') endRow(text[at - 1] === '\r' ? at - 1 : at, at + 1)
    else if (character !== '\r') cell += character
  }
  if (start < text.length) endRow(text.length, text.length)
  return rows
}

/** Splits lines into batches. The server accepts 200 prompts and bodies of 1 MB. */
export function batchesOf(lines: readonly PromptLine[], maxLines = 200, maxUnits = 200_000): PromptLine[][] {
  const batches: PromptLine[][] = []
  let units = 0
  for (const line of lines) {
    const last = batches.at(-1)
    if (last === undefined || last.length === maxLines || units + line.raw.length > maxUnits) {
      batches.push([line])
      units = line.raw.length
    } else {
      last.push(line)
      units += line.raw.length
    }
  }
  return batches
}
