import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answer } from '../src/testing/processes.ts'
import { answersFile } from '../src/testing/test-app.ts'
import { type AuditServer, startAuditServer, startSite } from './audited.ts'
import { table } from './measure.ts'

// Latency of reads at a steady rate, idle and during an audit of a hostile site, alternating in one run; also
// the audit's memory.
const seconds = Number(process.env.READ_SECONDS ?? 20)
const rounds = Number(process.env.ROUNDS ?? 3)
const everyMs = 10
const kinds = process.argv[2]?.split(',') ?? ['bombs', 'endless', 'generated']

interface Latencies {
  me: number[]
  rankings: number[]
}

/** Alternates the reads and sends each when due, even if the previous one has no response yet. */
async function read(server: AuditServer, into: Latencies, mayGoOn: () => boolean): Promise<void> {
  const begin = performance.now()
  const under: Promise<void>[] = []
  for (let number = 0; number * everyMs < seconds * 1000 && mayGoOn(); number += 1) {
    const due = begin + number * everyMs
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const kind = number % 2 === 0 ? 'me' : 'rankings'
    const sent = performance.now()
    under.push(
      server.get(kind === 'me' ? '/v1/me' : rankings(server, number)).then(async (response) => {
        await response.arrayBuffer()
        if (response.status !== 200) throw new Error(`${kind}: ${response.status}`)
        // Subtract delays of this process, which are not the server's.
        into[kind].push(performance.now() - sent)
      }),
    )
  }
  await Promise.all(under)
}

/** A different period each time, so that most results are computed. */
function rankings({ brandIds }: AuditServer, number: number): string {
  const [first, last] = [1 + (number % 14), 15 + (Math.floor(number / 14) % 17)]
  const day = (of: number) => `2026-01-${String(of).padStart(2, '0')}`
  return `/v1/brands/${brandIds[0]}/competitors/rankings?start_date=${day(first)}&end_date=${day(last)}`
}

const at = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

for (const kind of kinds) {
  const site = await startSite(kind, '10000')
  site.giveWay()
  const server = await startAuditServer(site.origin, 1 + rounds)
  const [first = '', ...audited] = server.brandIds
  const file = join(server.installation.directory, 'answers.jsonl')
  writeFileSync(
    file,
    answersFile(Array.from({ length: 5000 }, (_, number) => ({ id: `${number}`, ...answer(number) }))),
  )
  await server.installation.data('import-answers', '--brand-id', first, '--file', file)
  const idle: Latencies = { me: [], rankings: [] }
  const during: Latencies = { me: [], rankings: [] }
  await read(server, { me: [], rankings: [] }, () => true)
  const before = server.residentMb()
  let most = before
  const watch = setInterval(() => {
    const now = server.residentMb()
    most = { server: Math.max(most.server, now.server), audits: Math.max(most.audits, now.audits) }
  }, 1000)
  const took: string[] = []
  for (const brandId of audited) {
    await read(server, idle, () => true)
    let isRunning = true
    const job = await server.start(brandId)
    const begin = performance.now()
    const over = (async () => {
      while (isRunning) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        isRunning &&= (await server.state(brandId, job)).state === 'running'
      }
    })()
    await read(server, during, () => isRunning)
    const isOver = !isRunning
    took.push(isOver ? `${((performance.now() - begin) / 1000).toFixed(0)}` : 'canceled')
    isRunning = false
    await over
    // It may have just ended.
    if (!isOver) await server.installation.run(['cancel-audit', '--brand-id', brandId])
  }
  clearInterval(watch)
  await server.close()
  site.close()
  table(
    `Reads during the audit of a site: ${kind}`,
    (['me', 'rankings'] as const).map((path) => ({
      read: path,
      'idle p50 / p99 ms': `${at(idle[path], 0.5).toFixed(1)} / ${at(idle[path], 0.99).toFixed(1)}`,
      'during the audit p50 / p99 ms': `${at(during[path], 0.5).toFixed(1)} / ${at(during[path], 0.99).toFixed(1)}`,
      'p99, times': (at(during[path], 0.99) / at(idle[path], 0.99)).toFixed(2),
      'slowest ms': at(during[path], 1).toFixed(0),
      reads: during[path].length,
      'audits, s': took.join(', '),
      'server before, maximum MB': `${before.server.toFixed(0)}, ${most.server.toFixed(0)}`,
      'audit process, maximum MB': most.audits.toFixed(0),
    })),
  )
}
