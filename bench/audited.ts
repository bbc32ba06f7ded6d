import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Installation, makeInstallation, type RunningServer } from '../src/testing/processes.ts'
import { setWebsite } from '../src/testing/set-website.ts'
import type { SiteCounts } from './audit-site.ts'

/** A site of `audit-site.ts`. */
export interface BenchSite {
  origin: string
  counts(): Promise<SiteCounts>
  /** Lowers its priority: in practice, a site is on another machine. */
  giveWay(): void
  close(): void
}

export async function startSite(kind: string, argument = ''): Promise<BenchSite> {
  const child = fork(fileURLToPath(new URL('./audit-site.ts', import.meta.url)), [kind, argument])
  const { origin } = await message<{ origin: string }>(child)
  return {
    origin,
    counts() {
      child.send('counts')
      return message<SiteCounts>(child)
    },
    giveWay: () => setPriority(child.pid as number, constants.priority.PRIORITY_LOW),
    close: () => child.disconnect(),
  }
}

function residentMb(pid: string): number {
  if (pid === '') return 0
  let status = ''
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    // It has just ended.
  }
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
}

async function message<T>(child: ChildProcess): Promise<T> {
  const [value] = (await once(child, 'message')) as [T]
  return value
}

export interface DoneAudit {
  state: string
  pages_done: number
  problem: string | null
}

/** A server whose brands have this site. */
export interface AuditServer {
  installation: Installation
  server: RunningServer
  brandIds: string[]
  get(path: string): Promise<Response>
  start(brandId: string): Promise<string>
  state(brandId: string, jobId: string): Promise<DoneAudit>
  /** Runs an audit and returns its duration in seconds and its data. */
  audit(brandId: string): Promise<{ seconds: number; audit: DoneAudit }>
  /** Resident memory of the server and of its audit process (0 without one), in MB. */
  residentMb(): { server: number; audits: number }
  close(): Promise<void>
}

export async function startAuditServer(origin: string, brands: number): Promise<AuditServer> {
  const environment = {
    FETCH_ALLOWED_ADDRESSES: '127.0.0.1',
    AUDIT_BOT_REQUESTS: 'omit',
    CITED_PAGES: 'ignore',
    BOT_RANGES: 'ignore',
    READS_PER_MINUTE: '1000000000',
  }
  const installation = makeInstallation(undefined, environment)
  const { data } = installation
  const words = ['--name', 'Bench', '--credits', '1000', '--api-writes', 'true']
  const { id } = await data('create-workspace', ...words)
  const brandIds: string[] = []
  for (let brand = 0; brand < brands; brand += 1) {
    const brandWords = ['--workspace-id', id, '--name', `Acme ${brand}`, '--domain', 'acme.com']
    brandIds.push((await data('create-brand', ...brandWords)).id)
  }
  const scopes = ['read:basic', 'read:visibility', 'read:opportunities', 'write:website']
  const keyWords = ['--workspace-id', id, '--name', 'k', ...scopes.flatMap((scope) => ['--scope', scope])]
  const { secret } = await data<{ secret: string }>('create-key', ...keyWords)
  await setWebsite(installation.directory, origin)
  const server = await installation.startServer()
  const headers = { authorization: `Bearer ${secret}` }
  const get = (path: string) => fetch(`${server.url}${path}`, { headers })

  async function start(brandId: string): Promise<string> {
    const response = await fetch(`${server.url}/v1/brands/${brandId}/technical/audits`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ include_link_analysis: false }),
    })
    const { data, error } = (await response.json()) as { data?: { job_id: string }; error?: object }
    if (data === undefined) throw new Error(`the audit did not start: ${JSON.stringify(error)}`)
    return data.job_id
  }
  async function state(brandId: string, jobId: string): Promise<DoneAudit> {
    const response = await get(`/v1/brands/${brandId}/technical/audits/${jobId}`)
    return ((await response.json()) as { data: DoneAudit }).data
  }
  return {
    installation,
    server,
    brandIds,
    get,
    start,
    state,
    async audit(brandId) {
      const begin = performance.now()
      const jobId = await start(brandId)
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 50))
        const audit = await state(brandId, jobId)
        if (audit.state === 'running') continue
        const seconds = (performance.now() - begin) / 1000
        if (audit.state !== 'completed') throw new Error(`the audit ended ${audit.state}: ${audit.problem}`)
        return { seconds, audit }
      }
    },
    residentMb() {
      const pid = `${server.process.pid}`
      const { stdout } = spawnSync('pgrep', ['-P', pid, '-f', 'subprocess-program'], { encoding: 'utf8' })
      const [audits = 0] = stdout
        .split('\n')
        .map(residentMb)
        .sort((a, b) => b - a)
      return { server: residentMb(pid), audits }
    },
    async close() {
      await server.stop()
      await installation.remove()
    },
  }
}
