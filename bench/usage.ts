import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { createUsageRecorder } from '../src/features/usage/usage-recorder.ts'
import { openClickHouse } from '../src/stores/clickhouse.ts'
import { makeInstallation } from '../src/testing/processes.ts'
import { processorTime, table } from './measure.ts'

// CPU time of recording the usage per request, compared with the cheapest request.
const seconds = 20
const perSecond = 50_000
const keys = 1

/** CPU time of one /v1/me request on a server that records it, in microseconds. */
async function costOfRequest(): Promise<number> {
  const installation = makeInstallation()
  const workspace = await installation.data('create-workspace', '--name', 'Bench')
  const words = ['create-key', '--workspace-id', workspace.id, '--name', 'bench']
  const { secret } = await installation.data<{ secret: string }>(...words)
  const server = await installation.startServer('serve', { environment: { READS_PER_MINUTE: '1000000000' } })
  const load = (duration: number) =>
    autocannon({
      url: `${server.url}/v1/me`,
      connections: 16,
      duration,
      headers: { authorization: `Bearer ${secret}` },
    })
  await load(4)
  const before = processorTime(server.process.pid as number)
  const { requests } = await load(8)
  const spent = processorTime(server.process.pid as number) - before
  await server.stop()
  await installation.remove()
  return spent / requests.total
}

/** CPU time of recording and storing one request, in microseconds. */
async function costOfRecording(): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'sightline-bench-'))
  const clickhouse = await openClickHouse({ directory })
  let time = Date.parse('2026-06-15T12:00:00Z')
  const now = () => new Date(time)
  const usage = createUsageRecorder({
    clickhouse,
    log: pino({ level: 'error' }),
    now,
    metrics: new Registry(),
  })
  const callers = Array.from({ length: keys }, () => ({
    workspaceId: crypto.randomUUID(),
    keyId: crypto.randomUUID(),
  }))
  // Created in advance: realistic durations from 20 microseconds.
  const requests = Array.from({ length: perSecond }, (_, index) => ({
    ...(callers[index % keys] as (typeof callers)[number]),
    endpoint: 'GET /v1/me',
    status: 200,
    responseBytes: 600,
    durationMs: 0.02 - Math.log(1 - (((index * 7919) % perSecond) + 0.5) / perSecond) * 0.1,
  }))
  const rounds = async (count: number) => {
    for (let second = 0; second < count; second += 1) {
      for (const request of requests) usage.record(request)
      time += 1000
      await usage.flush(10_000)
    }
  }
  await rounds(3)
  const before = process.cpuUsage()
  await rounds(seconds)
  const { user, system } = process.cpuUsage(before)
  await usage.close()
  await clickhouse.close()
  rmSync(directory, { recursive: true, force: true })
  return (user + system) / (seconds * perSecond)
}

const recording = await costOfRecording()
const request = await costOfRequest()
table(`Recording ${perSecond} requests per second`, [
  {
    '/v1/me request, µs': request.toFixed(2),
    'recording, µs': recording.toFixed(2),
    share: `${((100 * recording) / request).toFixed(1)} %`,
  },
])
