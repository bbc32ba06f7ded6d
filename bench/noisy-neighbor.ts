import { setTimeout as sleep } from 'node:timers/promises'
import { requestRankings } from '../src/testing/processes.ts'
import { measure, table } from './measure.ts'
import { startNoisyServer, writeSmallFile } from './noise.ts'

// One workspace starts 200 imports, audits and exports; measures the read latency of another one, and how
// long its small imports wait to start. Arguments: number of reads, number of small imports.
const reads = Number(process.argv[2] ?? 1000)
const smallTasks = Number(process.argv[3] ?? 10)

const noisy = await startNoisyServer()
const { installation, server } = noisy
const { operate, directory } = installation
const { id: workspaceId } = await operate('create-workspace', { name: 'Quiet' })
const { id: brandId } = await operate('create-brand', {
  workspace_id: workspaceId,
  name: 'Acme',
  domain: 'acme.com',
})
const { secret } = await operate<{ secret: string }>('create-key', { workspace_id: workspaceId, name: 'k' })

/** Milliseconds that a small import waits to start. */
async function waitOfSmallTask(number: number): Promise<number> {
  const start = { workspace_id: workspaceId, operation: 'import-answers', brand_id: brandId }
  const task = await operate('start-task', start, writeSmallFile(directory, number))
  const begin = performance.now()
  for (;;) {
    const { state } = await operate<{ state: string }>('get-task', { task_id: task.id })
    if (state === 'failed') throw new Error('a small import failed')
    if (state !== 'waiting') return performance.now() - begin
    await sleep(20)
  }
}
const read = async () => {
  const response = await requestRankings(server.url, { workspaceId, brandId, secret })
  if (response.status !== 200) throw new Error(await response.text())
}
async function measured(from: number) {
  // First, so that no read meets the work that follows an import of its own workspace.
  const times = await measure(reads, read)
  const waits: number[] = []
  for (let number = from; number < from + smallTasks; number += 1) waits.push(await waitOfSmallTask(number))
  return { ...times, wait: Math.max(...waits) }
}

const quiet = await measured(0)
const stop = new AbortController()
const noise = noisy.makeNoise(200, stop.signal)
await sleep(5000)
const during = await measured(1000)
stop.abort()
const started = await noise
table(
  'Reads and small imports of a workspace next to a noisy one (ms)',
  Object.entries({ quiet, during }).map(([when, { p50, p99, wait }]) => ({
    when,
    'read p50': p50.toFixed(1),
    'read p99': p99.toFixed(1),
    'longest wait of a small import': wait.toFixed(0),
  })),
)
console.log(`p99 ratio ${(during.p99 / quiet.p99).toFixed(2)}; started ${JSON.stringify(started)}`)
await noisy.remove()
process.exit()
