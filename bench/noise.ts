import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeAnswers } from '../src/faults/testing/brands.ts'
import { type AuditServer, startAuditServer, startSite } from './audited.ts'

/** A workspace that starts as much work as it can on a shared server. */
export interface NoisyServer extends AuditServer {
  workspaceId: string
  /** Starts imports, audits and exports until stopped, each at most this often. Returns the counts. */
  makeNoise(most: number, signal: AbortSignal): Promise<Record<'imports' | 'audits' | 'exports', number>>
  remove(): Promise<void>
}

const answersOfImport = [200, 4000]

export async function startNoisyServer(): Promise<NoisyServer> {
  const site = await startSite('generated', '2000')
  site.giveWay()
  const audited = await startAuditServer(site.origin, 10)
  const { installation, brandIds } = audited
  const [workspace] = await installation.operate<{ id: string }[]>('list-workspaces')
  const workspaceId = workspace?.id as string
  const files = answersOfImport.map((count) => writeAnswers(installation, count))

  const works = {
    imports: (brand_id: string, count: number) =>
      installation.operate(
        'start-task',
        { workspace_id: workspaceId, operation: 'import-answers', brand_id },
        files[count % files.length],
      ),
    audits: (brand_id: string) => installation.operate('start-audit', { brand_id }),
    exports: (brand_id: string) =>
      installation.operate('create-export', {
        brand_id,
        kind: 'answers',
        start_date: '2026-01-01',
        end_date: '2026-01-31',
      }),
  }
  async function repeat(kind: keyof typeof works, most: number, signal: AbortSignal): Promise<number> {
    let started = 0
    for (let tried = 0; started < most && !signal.aborted; tried += 1) {
      try {
        await works[kind](brandIds[tried % brandIds.length] as string, tried)
        started += 1
      } catch {
        // The workspace is at its limit: start the next one when one of them ends.
        await sleep(100)
      }
    }
    return started
  }
  return {
    ...audited,
    workspaceId,
    async makeNoise(most, signal) {
      const [imports, audits, exports] = await Promise.all([
        repeat('imports', most, signal),
        repeat('audits', most, signal),
        repeat('exports', most, signal),
      ])
      return { imports, audits, exports }
    },
    async remove() {
      await audited.close()
      site.close()
    },
  }
}

/** Writes a file of 20 answers, different for each number. */
export function writeSmallFile(directory: string, number: number): string {
  const path = join(directory, `small-${number}.jsonl`)
  const lines = Array.from({ length: 20 }, (_, line) =>
    JSON.stringify({
      id: `${number}-${line}`,
      prompt: 'Which?',
      engine: 'chatgpt',
      executed_at: '2026-01-15T12:00:00Z',
      answer: 'Acme.',
    }),
  )
  writeFileSync(path, lines.join('\n'))
  return path
}
