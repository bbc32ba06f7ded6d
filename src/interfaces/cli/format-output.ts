import cliProgress from 'cli-progress'
import type { Progress } from '../../kernel/operation.ts'

/** Formats an operation's data for people: an object as aligned lines, a list as a table. */
export function formatData(data: unknown): string {
  if (!Array.isArray(data)) return formatObject(data)
  if (data.length === 0) return '(none)'
  const columns = [...new Set(data.flatMap((row) => Object.keys(Object(row))))]
  const cells = data.map((row) => columns.map((column) => formatValue((row as Record<string, unknown>)[column])))
  const widths = columns.map((column, index) => Math.max(column.length, ...cells.map((row) => row[index]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] as number))
      .join('  ')
      .trimEnd()
  return [line(columns), ...cells.map(line)].join('\n')
}

function formatObject(data: unknown): string {
  const entries = Object.entries(Object(data))
  const width = Math.max(0, ...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${formatValue(value)}`).join('\n')
}

/** Characters that terminals obey or that reorder text, but no line breaks or tabs. */
const obeyed = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '-'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.replace(obeyed, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const lineEveryMs = 5000

/**
 * Reports progress on standard error: a bar on a terminal, otherwise a line every few seconds. `reached` is the
 * last progress. Undefined if there is none.
 */
export function createProgress(): { progress: Progress; done: () => void; reached(): string | undefined } {
  let last: string | undefined
  const { progress, done } = createDisplay()
  return {
    progress(count, total, unit) {
      last = `${count} ${unit}`
      progress(count, total, unit)
    },
    done,
    reached: () => last,
  }
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
