import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { toolResultOf } from '../src/testing/agents.ts'
import { marketersQuestions } from '../src/testing/marketers-questions.ts'
import { makeInstallation } from '../src/testing/processes.ts'
import { pick, randomNumbers, table } from './measure.ts'

// Agents connect with keys, list the tools, ask one of the most common marketing questions, and start over,
// as fast as they get responses, against the demo. Expects no 5xx and no memory growth.
const minutes = Number(process.argv[2] ?? 5)
const agents = Number(process.argv[3] ?? 200)
const keys = 20
const sampleMs = 15_000
/** Allowed growth of the last third over the second: cached results reach their limit in the first. */
const maxGrowth = 1.1

const installation = makeInstallation()
const environment = { READS_PER_MINUTE: '1000000000', UNKNOWN_KEYS_PER_MINUTE: '1000000000' }
const server = await installation.startServer('demo', { environment })
const [workspace] = await installation.operate<{ id: string }[]>('list-workspaces')
const secrets: string[] = []
for (let at = 0; at < keys; at += 1) {
  const made = { workspace_id: workspace?.id as string, name: `agent ${at}` }
  secrets.push((await installation.operate<{ secret: string }>('create-key', made)).secret)
}

const statuses = new Map<number | string, number>()
const refused = new Map<string, number>()
const latencies: number[] = []
let conversations = 0
const raise = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1)

const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10)
/** Filters differ per agent, so that not every response is cached. */
const periods = Array.from({ length: 60 }, (_, days) => ({
  start_date: day(days + 7),
  end_date: day(days % 9),
}))
const engines = [{}, { engine: 'chatgpt' }, { engine: 'perplexity' }, { engine: 'gemini' }]

async function counted(url: string | URL, init?: RequestInit): Promise<Response> {
  const start = performance.now()
  try {
    const response = await fetch(url, init)
    raise(statuses, response.status)
    return response
  } catch (error) {
    raise(statuses, 'failed')
    throw error
  } finally {
    latencies.push(performance.now() - start)
  }
}

/** One conversation: connect, list the tools, ask a question. */
async function converse(random: () => number, secret: string): Promise<void> {
  const mode = random() < 0.5 ? 'legacy' : { pin: '2026-07-28' as const }
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode } })
  const headers = { authorization: `Bearer ${secret}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
      requestInit: { headers },
      fetch: counted,
    }),
  )
  const { tools } = await client.listTools()
  const [question] = pick(random, marketersQuestions, 1)
  const [period] = pick(random, periods, 1)
  const [engine] = pick(random, engines, 1)
  await question?.ask(async (name, given = {}) => {
    const takes = tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {}
    const filters = Object.entries({ ...period, ...engine }).filter(([field]) => field in takes)
    const result = await client.callTool({ name, arguments: { ...given, ...Object.fromEntries(filters) } })
    const shown = toolResultOf(result)
    if (shown.isError) raise(refused, `${name}: ${shown.text}`)
    return shown
  })
  await client.close()
  conversations += 1
}

async function runAgent(number: number, ends: number): Promise<void> {
  const random = randomNumbers(number)
  while (performance.now() < ends)
    await converse(random, secrets[number % keys] as string).catch((error: Error) =>
      raise(refused, error.message.slice(0, 120)),
    )
}

const memory: number[] = []
function sample(): void {
  const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8')
  memory.push(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}
const watch = setInterval(sample, sampleMs)
const started = performance.now()
await Promise.all(Array.from({ length: agents }, (_, number) => runAgent(number, started + minutes * 60_000)))
const seconds = (performance.now() - started) / 1000
clearInterval(watch)
sample()
const load = loadavg()[0] as number
const errors = server
  .log()
  .split('\n')
  .filter((line) => /"level":(?:50|60)/.test(line))
await server.stop()
await installation.remove()

latencies.sort((a, b) => a - b)
const at = (share: number) =>
  (latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] as number).toFixed(0)
const third = Math.ceil(memory.length / 3)
const mean = (part: number) => {
  const values = memory.slice(part * third, (part + 1) * third)
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
table(`${minutes} minutes of ${agents} agents on the demo, load average ${load.toFixed(0)}`, [
  {
    conversations,
    requests: latencies.length,
    'per second': (latencies.length / seconds).toFixed(0),
    statuses: [...statuses].map(([status, count]) => `${count} × ${status}`).join(', '),
    'errors logged': errors.length,
    'p50 / p99 / slowest ms': `${at(0.5)} / ${at(0.99)} / ${at(1)}`,
    'memory MB every 15 s': memory.map((megabytes) => megabytes.toFixed(0)).join(', '),
  },
])
for (const [what, count] of refused) console.error(`${count} × ${what}`)
for (const line of errors.slice(0, 5)) console.error(line)
const isBad = (status: number | string) => typeof status === 'string' || status >= 500
const hasFailed = [...statuses.keys()].some(isBad) || errors.length > 0 || refused.size > 0
if (hasFailed || mean(2) > mean(1) * maxGrowth) process.exitCode = 1
