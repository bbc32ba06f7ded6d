import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeInstallation } from '../src/testing/processes.ts'
import { answersFile } from '../src/testing/test-app.ts'
import { brandNames, pick, randomNumbers, table, writeAnswer } from './measure.ts'

// Imports, reads and changes of names together for a while, through a real server: no error, flat memory, nothing lost.
const minutes = Number(process.argv[2] ?? 30)
const readers = 8
const answersPerImport = 3000
const random = randomNumbers(3)
const names = brandNames(30)

const installation = makeInstallation()
const { id: workspace } = await installation.data('create-workspace', '--name', 'Soak')
const brand = await installation.data(
  'create-brand',
  '--workspace-id',
  workspace,
  '--name',
  names[0] as string,
)
for (const name of names.slice(1, 20))
  await installation.data(
    'create-competitor',
    '--brand-id',
    brand.id,
    '--name',
    name,
    '--primary-url',
    `https://${name}.com`,
  )
const { secret } = await installation.data<{ secret: string }>(
  'create-key',
  '--workspace-id',
  workspace,
  '--name',
  'soak',
)
const server = await installation.startServer('serve', { environment: { READS_PER_MINUTE: '1000000000' } })
const headers = { authorization: `Bearer ${secret}` }
const ends = Date.now() + minutes * 60_000
const counts = { requests: 0, acknowledged: 0, imports: 0, changes: 0 }
const latencies: number[] = []
const memory: { minute: number; megabytes: number; heap: number }[] = []
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

/** A request that must succeed. */
async function get(path: string): Promise<{ meta: { executions: number } }> {
  const start = performance.now()
  const response = await fetch(`${server.url}/v1/brands/${brand.id}/${path}`, { headers })
  const body = (await response.json()) as { meta: { executions: number } }
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`)
  counts.requests += 1
  latencies.push(performance.now() - start)
  return body
}

async function read(): Promise<void> {
  while (Date.now() < ends) {
    await get(paths[Math.floor(random() * paths.length)] as string)
    await sleep(20)
  }
}

async function importAnswers(): Promise<void> {
  const file = join(installation.directory, 'soak.jsonl')
  while (Date.now() < ends) {
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
      brand.id,
      '--file',
      file,
    )
    if (result.imported !== answersPerImport) throw new Error(`imported ${JSON.stringify(result)}`)
    counts.imports += 1
    counts.acknowledged += result.imported
    // What was acknowledged shows at once.
    const { meta } = await get('competitors/rankings?start_date=2026-01-01&end_date=2026-12-31')
    if (meta.executions !== counts.acknowledged)
      throw new Error(`${meta.executions} of ${counts.acknowledged} answers are shown`)
    await sleep(4000)
  }
}

async function changeNames(): Promise<void> {
  const competitors = await installation.data<{ id: string }[]>('list-competitors', '--brand-id', brand.id)
  while (Date.now() < ends) {
    const { id } = competitors[Math.floor(random() * competitors.length)] as { id: string }
    const alias = `Alias${counts.changes}`
    await installation.data(
      'update-competitor',
      '--brand-id',
      brand.id,
      '--competitor-id',
      id,
      '--alias',
      alias,
    )
    counts.changes += 1
    await sleep(60_000)
  }
}

async function watchMemory(): Promise<void> {
  const start = Date.now()
  while (Date.now() < ends) {
    const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8')
    const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    const heap = Number(/^sightline_nodejs_heap_size_used_bytes (\S+)/m.exec(metrics)?.[1]) / 2 ** 20
    memory.push({ minute: (Date.now() - start) / 60_000, megabytes, heap })
    await sleep(5000)
  }
}

await Promise.all([importAnswers(), changeNames(), watchMemory(), ...Array.from({ length: readers }, read)])
const { meta } = await get('competitors/rankings?start_date=2026-01-01&end_date=2026-12-31')
const log = server.log()
const errors = log.split('\n').filter((line) => /"level":(50|60)/.test(line))
if ((await server.stop()) !== 0) throw new Error('the server did not end well')
await installation.remove()
rmSync(join(installation.directory, 'soak.jsonl'), { force: true })

latencies.sort((a, b) => a - b)
const at = (share: number) => (latencies[Math.floor(latencies.length * share)] as number).toFixed(0)
const inSixths = (of: 'megabytes' | 'heap') =>
  [0, 1, 2, 3, 4, 5]
    .map((sixth) => {
      const part = memory.filter(({ minute }) => Math.floor((6 * minute) / minutes) === sixth)
      return (part.reduce((sum, sample) => sum + sample[of], 0) / part.length).toFixed(0)
    })
    .join(', ')
table(`${minutes} minutes of imports, reads and changes of names together`, [
  {
    requests: counts.requests,
    'p50 / p99 ms': `${at(0.5)} / ${at(0.99)}`,
    imports: counts.imports,
    'answers acknowledged': counts.acknowledged,
    'answers shown at the end': meta.executions,
    'names changed': counts.changes,
    'errors logged': errors.length,
    'memory MB in each sixth': inSixths('megabytes'),
    'of it the heap': inSixths('heap'),
  },
])
if (meta.executions !== counts.acknowledged || errors.length > 0) {
  console.error(errors.slice(0, 5).join('\n'))
  process.exitCode = 1
}
