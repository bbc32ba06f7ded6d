import { readFileSync } from 'node:fs'

/** Percentiles of repeated measurements, in milliseconds. */
export interface Times {
  p50: number
  p99: number
}

/** Runs `work` repeatedly, one at a time, after a warm-up of a tenth of the runs. */
export async function measure(times: number, work: () => unknown): Promise<Times> {
  for (let run = 0; run < times / 10; run += 1) await work()
  const taken: number[] = []
  for (let run = 0; run < times; run += 1) {
    const start = performance.now()
    await work()
    taken.push(performance.now() - start)
  }
  taken.sort((a, b) => a - b)
  const at = (share: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] as number
  return { p50: at(0.5), p99: at(0.99) }
}

/** CPU time of a process in microseconds, from `/proc` on Linux (resolution 10 ms). */
export function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  // User and system time.
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const words =
  'the quick service offers reliable support with great pricing and easy setup for small teams who need tools that work however some users report slow response'.split(
    ' ',
  )

/** An answer of about `length` characters that lists each of `names` once, like engines do. */
export function writeAnswer(random: () => number, names: readonly string[], length: number): string {
  const perItem = Math.max(1, Math.floor((length / names.length - 12) / 6))
  const items = names.map((name, index) => {
    const text = Array.from({ length: perItem }, () => words[Math.floor(random() * words.length)]).join(' ')
    return `${index + 1}. **${name}** – ${text}.`
  })
  return items.join('\n')
}

/** A random selection of distinct items. */
export function pick<T>(random: () => number, items: readonly T[], count: number): T[] {
  const rest = [...items]
  return Array.from({ length: count }, () => rest.splice(Math.floor(random() * rest.length), 1)[0] as T)
}

/** `count` made-up brand names that are not words. */
export const brandNames = (count: number) =>
  Array.from({ length: count }, (_, index) => `Zu${'bcdfghklmnprstvz'[index % 16]}a${'aeiou'[index % 5]}x${index}`)

/** Prints rows as a table and returns it, for `bench/RESULTS.md`. */
export function table(title: string, rows: readonly Record<string, string | number>[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const line = (cells: readonly (string | number | undefined)[]) => `| ${cells.join(' | ')} |`
  const text = [
    `### ${title}`,
    '',
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map((column) => row[column]))),
    '',
  ].join('\n')
  console.log(text)
  return text
}
