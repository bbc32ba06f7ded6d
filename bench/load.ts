import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { makeInstallation } from '../src/testing/processes.ts'
import { table } from './measure.ts'

// Mixed reads of many clients on the demo: failures, memory, and latency.
const minutes = Number(process.argv[2] ?? 10)
const connections = 200

const installation = makeInstallation()
const environment = { READS_PER_MINUTE: '1000000000', UNKNOWN_KEYS_PER_MINUTE: '1000000000' }
const server = await installation.startServer('demo', { environment })
const key = /Bearer (svc_sk_\w+)/.exec(server.printed)?.[1] as string
const headers = { authorization: `Bearer ${key}` }
const get = async (path: string) =>
  (await (await fetch(`${server.url}${path}`, { headers })).json()) as { data: { id: string }[] }
const brand = (await get('/v1/brands')).data[0]?.id as string
const base = `/v1/brands/${brand}`
const ids = async (list: string) => (await get(`${base}/${list}?limit=100`)).data.map(({ id }) => id)
const [topics, tags, prompts, executions] = await Promise.all(['topics', 'tags', 'prompts', 'executions'].map(ids))
const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10)
const filters = [
  '',
  `start_date=${day(6)}&end_date=${day(0)}`,
  `start_date=${day(89)}&end_date=${day(0)}`,
  'engine=chatgpt',
  'engine=perplexity&engine=gemini',
  'country=US',
  ...(topics ?? []).slice(0, 10).map((id) => `topic_id=${id}`),
  ...(tags ?? []).slice(0, 5).flatMap((id) => [`tag_id=${id}`, `tag_id=${id}&tag_match_mode=exclude_any`]),
]
const filtered = ['competitors/rankings', 'visibility/trend', 'prompts', 'executions', 'citations', 'citations/domains']
const paths = [
  '/v1/me',
  '/v1/brands',
  ...['topics', 'tags', 'engines', 'competitors', 'credits', 'topics/scoreboard'].map((list) => `${base}/${list}`),
  ...['topic', 'market'].map(
    (dimension) => `${base}/visibility/segments?dimension=${dimension}&compare_to_previous=true`,
  ),
  ...filtered.flatMap((list) => filters.map((filter) => `${base}/${list}?${filter}`)),
  ...filters.filter((filter) => !filter.includes('engine')).map((filter) => `${base}/visibility/engines?${filter}`),
  ...(prompts ?? []).slice(0, 30).map((id) => `${base}/prompts/${id}`),
  ...(executions ?? []).slice(0, 100).map((id) => `${base}/executions/${id}`),
]
for (const path of paths) {
  const { status } = await fetch(`${server.url}${path}`, { headers })
  if (status !== 200) throw new Error(`${path}: ${status}`)
}

const memory: number[] = []
const watch = setInterval(() => {
  const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8')
  memory.push(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}, 2000)
const result = await autocannon({
  url: server.url,
  connections,
  duration: minutes * 60,
  timeout: 60,
  headers,
  requests: paths.map((path) => ({ path })),
})
clearInterval(watch)
await server.stop()
await installation.remove()

const sixth = Math.ceil(memory.length / 6)
const mean = (values: number[]) => (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(0)
table(`${minutes} minutes of ${connections} connections on the demo, ${paths.length} different reads`, [
  {
    requests: result.requests.total,
    'per second': result.requests.average.toFixed(0),
    '5xx': result['5xx'],
    '4xx': result['4xx'],
    'errors and timeouts': result.errors + result.timeouts,
    'p50 ms': result.latency.p50,
    'p99 ms': result.latency.p99,
    'slowest ms': result.latency.max,
    'memory MB per sixth': [0, 1, 2, 3, 4, 5]
      .map((part) => mean(memory.slice(part * sixth, (part + 1) * sixth)))
      .join(', '),
  },
])
if (result['5xx'] > 0 || result['4xx'] > 0 || result.errors > 0) process.exitCode = 1
