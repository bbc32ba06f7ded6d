import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeInstallation } from '../src/testing/processes.ts'
import { answersFile } from '../src/testing/test-app.ts'
import { brandNames, pick, randomNumbers, table, writeAnswer } from './measure.ts'

// Imports, reads and name changes through a real server, in six rounds that each delete their brand at the
// end: leaked memory shows in the next round. Expects no errors, flat memory and no loss.
const minutes = Number(process.argv[2] ?? 30)
const rounds = 6
const readers = 8
const answersPerImport = 3000
const random = randomNumbers(3)
const names = brandNames(30)

const installation = makeInstallation()
const { id: workspace } = await installation.data('create-workspace', '--name', 'Soak')
const keyWords = ['create-key', '--workspace-id', workspace, '--name', 'soak']
const { secret } = await installation.data<{ secret: string }>(...keyWords)
const server = await installation.startServer('serve', { environment: { READS_PER_MINUTE: '1000000000' } })
const headers = { authorization: `Bearer ${secret}` }
const counts = { requests: 0, acknowledged: 0, shown: 0, imports: 0, changes: 0 }
const latencies: number[] = []
const memory: { round: number; megabytes: number; heap: number }[] = []
const today = new Date().toISOString().slice(0, 10)
const month = `start_date=${new Date(Date.now() - 29 * 86_400_000).toISOString().slice(0, 10)}&end_date=${today}`
const paths = [
  `competitors/rankings?${month}&compare_to_previous=true`,
  `visibility/engines?${month}`,
  `visibility/segments?dimension=topic&${month}`,
  `visibility/segments?dimension=market&${month}`,
  `visibility/trend?${month}`,
  'topics/scoreboard',
  `prompts?${month}`,
  `executions?${month}`,
  `citations?${month}`,
  `citations/domains?${month}`,
  'competitors',
  'topics',
  'tags',
]

interface Round {
  number: number
  brandId: string
  /** By the clock of `Date`. */
  ends: number
  acknowledged: number
}

async function makeRound(number: number): Promise<Round> {
  const words = ['create-brand', '--workspace-id', workspace, '--name', names[0] as string]
  const { id: brandId } = await installation.data(...words)
  for (const name of names.slice(1, 20)) {
    const competitor = ['create-competitor', '--brand-id', brandId, '--name', name]
    await installation.data(...competitor, '--primary-url', `https://${name}.com`)
  }
  return { number, brandId, ends: Date.now() + (minutes / rounds) * 60_000, acknowledged: 0 }
}

/** A request that must succeed. */
async function get({ brandId }: Round, path: string): Promise<{ meta: { executions: number } }> {
  const start = performance.now()
  const response = await fetch(`${server.url}/v1/brands/${brandId}/${path}`, { headers })
  const body = (await response.json()) as { meta: { executions: number } }
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`)
  counts.requests += 1
  latencies.push(performance.now() - start)
  return body
}

async function read(round: Round): Promise<void> {
  while (Date.now() < round.ends) {
    await get(round, paths[Math.floor(random() * paths.length)] as string)
    await sleep(20)
  }
}

async function importAnswers(round: Round): Promise<void> {
  const file = join(installation.directory, 'soak.jsonl')
  while (Date.now() < round.ends) {
    const lines = Array.from({ length: answersPerImport }, (_, index) => ({
      id: `${counts.imports} ${index}`,
      prompt: `which ${Math.floor(random() * 400)}?`,
      engine: pick(random, ['chatgpt', 'gemini', 'perplexity', 'claude'], 1)[0],
      country: pick(random, ['US', 'DE', 'GB'], 1)[0],
      topic: `Topic ${Math.floor(random() * 10)}`,
      executed_at: new Date(Date.now() - random() * 40 * 86_400_000).toISOString(),
      answer: writeAnswer(random, pick(random, names, 8), 1500),
      citations: [{ url: `https://site${Math.floor(random() * 300)}.com/page` }],
    }))
    writeFileSync(file, answersFile(lines))
    const result = await installation.data<{ imported: number }>(
      'import-answers',
      '--brand-id',
      round.brandId,
      '--file',
      file,
    )
    if (result.imported !== answersPerImport) throw new Error(`imported ${JSON.stringify(result)}`)
    counts.imports += 1
    round.acknowledged += result.imported
    // Acknowledged answers must be visible immediately.
    if ((await shown(round)) !== round.acknowledged)
      throw new Error(`${await shown(round)} of ${round.acknowledged} answers are shown`)
    await sleep(4000)
  }
}

const shown = async (round: Round) =>
  (await get(round, 'competitors/rankings?start_date=2026-01-01&end_date=2026-12-31')).meta.executions

async function changeNames({ brandId, ends }: Round): Promise<void> {
  const competitors = await installation.data<{ id: string }[]>('list-competitors', '--brand-id', brandId)
  while (Date.now() < ends) {
    const { id } = competitors[Math.floor(random() * competitors.length)] as { id: string }
    const words = ['update-competitor', '--brand-id', brandId, '--competitor-id', id]
    await installation.data(...words, '--alias', `Alias${counts.changes}`)
    counts.changes += 1
    await sleep(60_000)
  }
}

async function watchMemory(round: Round): Promise<void> {
  while (Date.now() < round.ends) {
    const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8')
    const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    const heap = Number(/^sightline_nodejs_heap_size_used_bytes (\S+)/m.exec(metrics)?.[1]) / 2 ** 20
    memory.push({ round: round.number, megabytes, heap })
    await sleep(5000)
  }
}

for (let number = 0; number < rounds; number += 1) {
  const round = await makeRound(number)
  const reads = Array.from({ length: readers }, () => read(round))
  await Promise.all([importAnswers(round), changeNames(round), watchMemory(round), ...reads])
  counts.acknowledged += round.acknowledged
  counts.shown += await shown(round)
  await installation.data('delete-brand', '--brand-id', round.brandId)
}
const log = server.log()
const errors = log.split('\n').filter((line) => /"level":(50|60)/.test(line))
if ((await server.stop()) !== 0) throw new Error('the server did not exit cleanly')
await installation.remove()
rmSync(join(installation.directory, 'soak.jsonl'), { force: true })

latencies.sort((a, b) => a - b)
const at = (share: number) => (latencies[Math.floor(latencies.length * share)] as number).toFixed(0)
const byRound = (of: 'megabytes' | 'heap') =>
  Array.from({ length: rounds }, (_, number) => {
    const part = memory.filter(({ round }) => round === number)
    return (part.reduce((sum, sample) => sum + sample[of], 0) / part.length).toFixed(0)
  }).join(', ')
table(`${minutes} minutes of imports, reads and name changes`, [
  {
    requests: counts.requests,
    'p50 / p99 ms': `${at(0.5)} / ${at(0.99)}`,
    imports: counts.imports,
    'answers acknowledged': counts.acknowledged,
    'answers shown': counts.shown,
    'name changes': counts.changes,
    'errors logged': errors.length,
    'memory MB per round': byRound('megabytes'),
    'heap MB per round': byRound('heap'),
  },
])
if (counts.shown !== counts.acknowledged || errors.length > 0) {
  console.error(errors.slice(0, 5).join('\n'))
  process.exitCode = 1
}
