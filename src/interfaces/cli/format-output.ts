import cliProgress from 'cli-progress'
import type { Progress } from '../../kernel/operation.ts'

/** Longer cells are shortened if a table must fit, texts of several words to a quarter of the terminal. */
const maxCell = 40

/**
 * Formats an operation's data for people: an object as aligned lines, a list as a table.
 * @param room characters per line of a terminal: a table shows the columns that fit, and names the others; the lists
 * of an object are tables below it
 */
export function formatData(data: unknown, room = Number.POSITIVE_INFINITY): string {
  if (!Array.isArray(data)) return formatObject(Object(data), room)
  if (data.length === 0) return '(none)'
  const names = [...new Set(data.flatMap((row) => Object.keys(Object(row))))]
  let left = room
  const valuesOf = (name: string) => data.map((row) => (Object(row) as Record<string, unknown>)[name])
  const id = names.includes('name') || names.includes('text') ? /^id$|_ids?$/ : /_ids?$/
  // Ids are as wide as what people look for, and commands take names. Empty columns show nothing, and flags little.
  const isLast = (name: string) =>
    id.test(name) ||
    valuesOf(name).every((value) => value == null || typeof value === 'boolean') ||
    valuesOf(name).some(isNested)
  const byUse = [...names.filter((name) => !isLast(name)), ...names.filter(isLast)]
  const found = byUse.flatMap((name) => {
    const texts = valuesOf(name).map(formatValue)
    const cells = [name, ...(left === Number.POSITIVE_INFINITY ? texts : texts.map((text) => shortened(text, room)))]
    const width = Math.max(...cells.map(({ length }) => length))
    if (width > left) return []
    left -= width + 2
    return [{ name, cells: cells.map((cell) => cell.padEnd(width)) }]
  })
  const columns = found.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
  const lines = ['', ...data].map((_, row) =>
    columns
      .map(({ cells }) => cells[row])
      .join('  ')
      .trimEnd(),
  )
  const hidden = names.filter((name) => columns.every((column) => column.name !== name))
  if (hidden.length > 0)
    lines.push(wrapLines(`Columns that do not fit: ${hidden.join(', ')}; --json prints everything`, room))
  return lines.join('\n')
}

function shortened(text: string, room: number): string {
  const most = text.includes(' ') ? Math.max(maxCell / 2, room / 4) : maxCell
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

const isNested = (value: unknown) => typeof value === 'object' && value !== null

/** Wraps lines at spaces. Continues below the text of a flag or command. */
export function wrapLines(text: string, room = Number.POSITIVE_INFINITY): string {
  const wrap = (line: string) => {
    if (line.length <= room) return line
    const [start = ''] = /^ +\S+ +/.exec(line) ?? []
    const part = new RegExp(`(.{1,${Math.max(1, room - start.length)}}|\\S+)( |$)`, 'g')
    return (
      start +
      line
        .slice(start.length)
        .replaceAll(part, `$1\n${' '.repeat(start.length)}`)
        .trimEnd()
    )
  }
  return text.split('\n').map(wrap).join('\n')
}

function formatObject(data: object, room: number): string {
  const entries = Object.entries(data)
  const isTable = (value: unknown) =>
    room !== Number.POSITIVE_INFINITY && Array.isArray(value) && value.length > 0 && value.every(isNested)
  const plain = entries.filter(([, value]) => !isTable(value))
  const width = Math.max(0, ...plain.map(([name]) => name.length))
  const lines = plain.map(([name, value]) => `${name.padEnd(width)}  ${formatValue(value)}`)
  const tables = entries.filter(([, value]) => isTable(value))
  return [...lines, ...tables.map(([name, rows]) => `\n${name}\n${formatData(rows, room)}`)].join('\n')
}

/** Characters that terminals obey or that reorder text, but no line breaks or tabs. */
const obeyed = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '-'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.replace(obeyed, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const lineEveryMs = 5000

export interface ProgressDisplay {
  progress: Progress
  done(): void
  /** The last progress. Undefined if there is none. */
  reached(): string | undefined
  /** Sets how to find out which share of the work is done, if operations do not report a total. */
  measure(share: () => number): void
}

/** Reports progress on standard error: a bar on a terminal, otherwise a line every few seconds. */
export function createProgress(now = () => performance.now()): ProgressDisplay {
  let last: string | undefined
  let share: (() => number) | undefined
  const startedAt = now()
  const { progress, done } = createDisplay()
  return {
    progress(count, total, unit) {
      last = `${count} ${unit}`
      const seconds = (now() - startedAt) / 1000
      progress(count, total, `${unit}${speedOf(count, seconds, total ? count / total : share?.())}`)
    },
    done,
    reached: () => last,
    measure: (by) => {
      share = by
    },
  }
}

/** `, 400 per second, 12 s left` */
export function speedOf(count: number, seconds: number, share = 0): string {
  if (count === 0 || seconds <= 0) return ''
  const left = share > 0 && share < 1 ? `, ${Math.ceil((seconds / share) * (1 - share))} s left` : ''
  const rate = count / seconds
  return `, ${rate < 10 ? rate.toFixed(1) : Math.round(rate)} per second${left}`
}

function createDisplay(): { progress: Progress; done: () => void } {
  if (!process.stderr.isTTY) {
    let shownAt = performance.now()
    const progress: Progress = (count, _total, unit) => {
      if (performance.now() - shownAt < lineEveryMs) return
      shownAt = performance.now()
      console.error(`${count} ${unit}`)
    }
    return { progress, done: () => {} }
  }
  const bar = new cliProgress.SingleBar({
    format: '{bar} {value} {unit} {duration_formatted}',
    stream: process.stderr,
    hideCursor: true,
  })
  let started = false
  return {
    progress(count, total, unit) {
      if (!started) bar.start(total ?? count, 0, { unit })
      started = true
      bar.setTotal(total ?? count)
      bar.update(count, { unit })
    },
    done: () => bar.stop(),
  }
}
