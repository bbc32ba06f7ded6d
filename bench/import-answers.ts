import { Readable } from 'node:stream'
import { startTestApp } from '../src/testing/test-app.ts'
import { brandNames, pick, randomNumbers, table, writeAnswer } from './measure.ts'

// Durable import of answers of 2 kB that mention 20 of 50 entities, and rereading them for one more entity.
const answers = 60_000
const random = randomNumbers(2)
const entities = brandNames(50)
const lines = Array.from({ length: answers }, (_, number) =>
  JSON.stringify({
    id: String(number),
    prompt: `which ${number % 500}?`,
    engine: ['chatgpt', 'gemini', 'perplexity', 'claude'][number % 4],
    executed_at: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
    answer: writeAnswer(random, pick(random, entities, 20), 2000),
  }),
)
const running = await startTestApp()
const { id: workspace_id } = await running.operate('create-workspace', { name: 'Bench' })
const { id: brand_id } = await running.operate('create-brand', { workspace_id, name: entities[0] as string })
for (const name of entities.slice(1)) {
  await running.operate('create-competitor', { brand_id, name, primary_url: `https://${name}.com` })
}
const importing = performance.now()
const counts = await running.operate<{ imported: number }>(
  'import-answers',
  { brand_id },
  Readable.from(
    lines.map((line) => Buffer.from(`${line}\n`)),
    { objectMode: false },
  ),
)
const imported = (performance.now() - importing) / 1000
if (counts.imported !== answers) throw new Error(`imported ${counts.imported} of ${answers}`)
const reading = performance.now()
await running.operate('create-competitor', {
  brand_id,
  name: 'reliable',
  primary_url: 'https://reliable.com',
})
await running.historyIsRead()
const read = (performance.now() - reading) / 1000
await running.close()
table('Answers of 2 kB with 20 entities', [
  { work: 'import, durable', 'answers per second': (answers / imported).toFixed(0) },
  { work: 'history reread', 'answers per second': (answers / read).toFixed(0) },
])
