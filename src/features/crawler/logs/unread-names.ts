import type { LogFormat } from './log-entry.ts'
import { type LogShape, logShapes, requestFields } from './log-shapes.ts'
import { createSplitter, namesIn } from './split-record.ts'
import { unwrapped } from './unwrapped.ts'

const maxNames = 50

/** The names of columns and JSON fields in lines of a format that it does not use, in order. */
export function unreadNames(format: LogFormat | LogShape, lines: readonly string[]): string[] {
  const shape = typeof format === 'string' ? logShapes[format as keyof typeof logShapes] : format
  if (shape === undefined) return []
  const split = createSplitter(shape)
  const read = ['date', 'time', ...requestFields.flatMap((field) => shape[field])]
  const names = lines.flatMap((line) => {
    const found = split(unwrapped(line.trimEnd()))
    return typeof found === 'object' && 'record' in found ? namesIn(found.record) : []
  })
  const unread = [...new Set(names)].filter(
    (name) => !read.some((path) => path === name || path.startsWith(`${name}.`)),
  )
  return unread.slice(0, maxNames).map((name) => name.slice(0, 100))
}

/** The first lines of a log, each with its end. */
export async function firstLinesOf(log: AsyncIterable<Buffer>, count: number): Promise<string[]> {
  const lines: string[] = []
  for await (const buffer of log) {
    lines.push(...buffer.toString('latin1').split(/(?<=\n)/))
    if (lines.length >= count) break
  }
  return lines.slice(0, count)
}
