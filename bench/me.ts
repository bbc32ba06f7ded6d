import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { makeInstallation } from '../src/testing/processes.ts'
import { table } from './measure.ts'

// Requests per second of /v1/me, compared with a bare route that returns the same bytes.
const connections = 16
const rounds = 9

const installation = makeInstallation()
const workspace = await installation.data('create-workspace', '--name', 'Bench')
const key = await installation.data<{ secret: string }>('create-key', '--workspace-id', workspace.id, '--name', 'bench')
const headers = { authorization: `Bearer ${key.secret}` }
const server = await installation.startServer('serve', { environment: { READS_PER_MINUTE: '1000000000' } })
const body = await (await fetch(`${server.url}/v1/me`, { headers })).text()
const bare = spawn(process.execPath, [fileURLToPath(new URL('./bare-route.ts', import.meta.url)), body], {
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
})
const [bareUrl] = (await once(createInterface(bare.stdout as NonNullable<typeof bare.stdout>), 'line')) as [string]

async function load(url: string): Promise<{ perSecond: number; p50: number; p99: number }> {
  const result = await autocannon({ url, connections, headers, duration: 3 })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused`)
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

type Load = Awaited<ReturnType<typeof load>>
/** Alternates both, as the machine's speed varies. */
const found: { me: Load; bare: Load; ratio: number }[] = []
for (let round = 0; round <= rounds; round += 1) {
  const bareLoad = await load(bareUrl)
  const meLoad = await load(`${server.url}/v1/me`)
  // The first round is a warm-up.
  if (round > 0) found.push({ me: meLoad, bare: bareLoad, ratio: meLoad.perSecond / bareLoad.perSecond })
}
bare.disconnect()
await server.stop()
await installation.remove()

found.sort((a, b) => a.ratio - b.ratio)
const middle = found[Math.floor(found.length / 2)] as (typeof found)[number]
const row = (route: string, { perSecond, p50, p99 }: Load, ratios: number[]) => ({
  route,
  'requests per second': perSecond.toFixed(0),
  'relative to the bare route': ratios.map((ratio) => ratio.toFixed(2)).join(', '),
  'p50 ms': p50,
  'p99 ms': p99,
})
const ratios = [middle, found[0], found.at(-1)].map((round) => round?.ratio ?? 0)
table(`/v1/me at ${connections} connections: median, lowest and highest of ${rounds} rounds`, [
  row('/v1/me', middle.me, ratios),
  row('bare Fastify route, same bytes', middle.bare, [1]),
])
