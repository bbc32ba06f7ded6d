import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestApp } from '../src/testing/test-app.ts'
import { brandNames, pick, randomNumbers, table, writeAnswer } from './measure.ts'

// Adds a competitor to a brand with many answers: time until it is ranked in all of them during reads and
// imports, and memory.
const answers = Number(process.argv[2] ?? 1_000_000)
const random = randomNumbers(4)
const names = brandNames(50)
// Answers differ in names and their order; a million different ones would take too long to generate.
const texts = Array.from({ length: 2000 }, () => writeAnswer(random, pick(random, names, 10), 2000))

function* lines(from: number, count: number): Generator<Buffer> {
  for (let start = from; start < from + count; start += 1000) {
    const part = Array.from({ length: Math.min(1000, from + count - start) }, (_, index) =>
      JSON.stringify({
        id: String(start + index),
        prompt: `which ${(start + index) % 500}?`,
        engine: ['chatgpt', 'gemini', 'perplexity', 'claude'][index % 4],
        executed_at: new Date(Date.UTC(2026, 0, 1) + (start + index) * 20_000).toISOString(),
        answer: texts[(start + index) % texts.length],
      }),
    )
    yield Buffer.from(`${part.join('\n')}\n`)
  }
}

const test = await startTestApp({ RESULT_CACHE_MEGABYTES: '0' })
test.setNow('2026-11-01T12:00:00Z')
const { id: workspace_id } = await test.operate('create-workspace', { name: 'Bench' })
const { secret } = await test.operate<{ secret: string }>('create-key', { workspace_id, name: 'bench' })
const { id: brand_id } = await test.operate('create-brand', { workspace_id, name: names[0] as string })
for (const name of names.slice(1, 20))
  await test.operate('create-competitor', { brand_id, name, primary_url: `https://${name}.com` })
const importLines = (from: number, count: number) =>
  test.operate('import-answers', { brand_id }, Readable.from(lines(from, count), { objectMode: false }))
const seconds = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}
const imported = await seconds(() => importLines(0, answers))

let more = 0
let done = false
const reads: number[] = []
const memory: number[] = []
const shown: number[] = []
const path = `/v1/brands/${brand_id}/competitors/rankings?start_date=2026-01-01&end_date=2026-01-30`
const during = async (work: () => Promise<unknown>, pauseMs: number) => {
  while (!done) {
    await work()
    await sleep(pauseMs)
  }
}
const added = performance.now()
await test.operate('create-competitor', {
  brand_id,
  name: names[30] as string,
  primary_url: 'https://added.com',
})
const [read] = await Promise.all([
  test.historyIsRead().then(() => {
    done = true
    return (performance.now() - added) / 1000
  }),
  during(async () => {
    const start = performance.now()
    const { status } = await test.get(path, secret)
    if (status !== 200) throw new Error(`rankings: ${status}`)
    reads.push(performance.now() - start)
  }, 20),
  during(async () => {
    await importLines(answers + more, 1000)
    more += 1000
  }, 1000),
  during(async () => {
    memory.push(process.memoryUsage.rss() / 1e6)
    const [row] = await test.operate<{ answers_read: number }[]>('list-history-readings')
    if (row !== undefined) shown.push(row.answers_read)
  }, 2000),
])
const rows = (await test.get(path, secret)).body.data as { name: string; visibility_pct: number | null }[]
const ranked = rows.find(({ name }) => name === names[30])
await test.close()
if (ranked?.visibility_pct == null) throw new Error('the new competitor is not ranked')
if (shown.some((value, index) => value < (shown[index - 1] ?? 0))) throw new Error('progress went back')
reads.sort((a, b) => a - b)
const at = (share: number) => (reads[Math.floor(reads.length * share)] as number).toFixed(0)
const third = Math.ceil(memory.length / 3)
table(`A competitor added to a brand with ${answers} answers of 2 kB`, [
  {
    'import, answers per second': (answers / imported).toFixed(0),
    'ranked in all after s': read.toFixed(0),
    'answers per second': (answers / read).toFixed(0),
    'imported during that time': more,
    'rankings during that time p50 / p99 ms': `${at(0.5)} / ${at(0.99)}`,
    'memory MB per third': [0, 1, 2]
      .map((part) => Math.max(...memory.slice(part * third, (part + 1) * third)).toFixed(0))
      .join(', '),
    'progress updates seen': shown.length,
  },
])
