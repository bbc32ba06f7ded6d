import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { makeInstallation } from '../src/testing/processes.ts'
import { table } from './measure.ts'

// Requests a second of /v1/me through all checks, limits, logs and metrics, beside a bare route with the same bytes.
const connections = 16
const rounds = 5

const installation = makeInstallation()
const workspace = await installation.data('create-workspace', '--name', 'Bench')
const key = await installation.data<{ secret: string }>(
  'create-key',
  '--workspace-id',
  workspace.id,
  '--name',
  'bench',
)
const headers = { authorization: `Bearer ${key.secret}` }
const server = await installation.startServer('serve', { environment: { READS_PER_MINUTE: '1000000000' } })
const body = await (await fetch(`${server.url}/v1/me`, { headers })).text()
const bare = spawn(process.execPath, [fileURLToPath(new URL('./bare-route.ts', import.meta.url)), body], {
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
})
const [bareUrl] = (await once(createInterface(bare.stdout as NonNullable<typeof bare.stdout>), 'line')) as [
  string,
]

async function load(url: string): Promise<{ perSecond: number; p50: number; p99: number }> {
  const result = await autocannon({ url, connections, headers, duration: 4 })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused`)
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

/** The middle one of several rounds, in which both are measured in turn. */
const found = { me: [] as Awaited<ReturnType<typeof load>>[], bare: [] as Awaited<ReturnType<typeof load>>[] }
for (let round = 0; round <= rounds; round += 1) {
  const bareLoad = await load(bareUrl)
  const meLoad = await load(`${server.url}/v1/me`)
  // The first round warms up.
  if (round === 0) continue
  found.bare.push(bareLoad)
  found.me.push(meLoad)
}
bare.disconnect()
await server.stop()
await installation.remove()

const middle = (loads: { perSecond: number; p50: number; p99: number }[]) =>
  loads.sort((a, b) => a.perSecond - b.perSecond)[Math.floor(loads.length / 2)] as (typeof loads)[number]
const row = (route: string, { perSecond, p50, p99 }: ReturnType<typeof middle>) => ({
  route,
  'requests a second': perSecond.toFixed(0),
  'of the bare route': (perSecond / middle(found.bare).perSecond).toFixed(2),
  'p50 ms': p50,
  'p99 ms': p99,
})
table(`/v1/me at ${connections} connections`, [
  row('/v1/me', middle(found.me)),
  row('bare Fastify route, same bytes', middle(found.bare)),
])
