import { Readable } from 'node:stream'
import { sql } from '../src/stores/clickhouse-sql.ts'
import { makeKey } from '../src/testing/fixture.ts'
import { startTestApp } from '../src/testing/test-app.ts'
import { brandNames, pick, randomNumbers, table, writeAnswer } from './measure.ts'

// Rereads raw bodies that an earlier reader read differently, during requests for figures.
const answers = Number(process.env.BENCH_ANSWERS ?? 100_000)
const random = randomNumbers(3)
const entities = brandNames(20)
const lineOf = (number: number) =>
  JSON.stringify({
    id: String(number),
    prompt: `which ${number % 200}?`,
    engine: 'chatgpt',
    executed_at: new Date(Date.UTC(2026, 0, 1) + number * 20_000).toISOString(),
    format: 'openai-chat',
    response: {
      model: 'gpt-5-mini',
      choices: [
        {
          finish_reason: 'stop',
          message: {
            role: 'assistant',
            content: `${entities[0]} ${writeAnswer(random, pick(random, entities, 5), 1500)}`,
          },
        },
      ],
    },
  })
const running = await startTestApp({ RESULT_CACHE_MEGABYTES: '0' })
const { clickhouse } = running.app.services
const { id: workspace_id } = await running.operate('create-workspace', { name: 'Bench' })
const { id: brand_id } = await running.operate('create-brand', { workspace_id, name: entities[0] as string })
const key = await makeKey(running, workspace_id)
const lines = Readable.from(
  (function* () {
    for (let number = 0; number < answers; number++) yield Buffer.from(`${lineOf(number)}\n`)
  })(),
  { objectMode: false },
)
await running.operate('import-answers', { brand_id }, lines)
// Half of the answers were unreadable before and have no reading.
const was = sql`answer_id IN (SELECT answer_id FROM answers WHERE toUInt32(source_id) % 2 = 0)`
for (const statement of [
  sql`ALTER TABLE readings DELETE WHERE ${was} SETTINGS mutations_sync = 2`,
  sql`ALTER TABLE answers UPDATE outcome = 'unreadable', answer = '' WHERE toUInt32(source_id) % 2 = 0 SETTINGS mutations_sync = 2`,
])
  await clickhouse.command(statement)

const seen = new Set<number>()
const readsMs: number[] = []
let isDone = false
async function ask(): Promise<void> {
  while (!isDone) {
    const began = performance.now()
    const path = `/v1/brands/${brand_id}/competitors/rankings?start_date=2026-01-01&end_date=2026-01-31`
    const { meta } = (await running.get(path, key)).body as { meta: { executions: number } }
    readsMs.push(performance.now() - began)
    seen.add(meta.executions)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const asking = ask()
const began = performance.now()
const counts = await running.operate('reread-answers', { brand_id })
const seconds = (performance.now() - began) / 1000
isDone = true
await asking
await running.close()
readsMs.sort((a, b) => a - b)
console.log(counts)
table('Raw bodies reread, half of them with a different result', [
  {
    'answers per second': (answers / seconds).toFixed(0),
    reads: readsMs.length,
    'read, median ms': (readsMs[Math.floor(readsMs.length / 2)] ?? 0).toFixed(0),
    'read, slowest ms': (readsMs.at(-1) ?? 0).toFixed(0),
    'executions seen': [...seen].join(', '),
    'memory, MB': (process.memoryUsage().rss / 1e6).toFixed(0),
  },
])
