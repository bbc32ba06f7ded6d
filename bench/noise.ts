import { fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeAnswers } from '../src/faults/testing/brands.ts'
import { type AuditServer, startAuditServer, startSite } from './audited.ts'
import type { NoiseCounts, NoiseTask } from './make-noise.ts'

/** A workspace that starts as much work as it can on a shared server. */
export interface NoisyServer extends AuditServer {
  workspaceId: string
  /**
   * Starts imports, audits and exports until stopped, each at most this often, from a separate process: sending the
   * files would delay the requests that a bench measures. Returns the counts.
   */
  makeNoise(most: number, signal: AbortSignal): Promise<NoiseCounts>
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

  return {
    ...audited,
    workspaceId,
    makeNoise(most, signal) {
      const given: NoiseTask = { directory: installation.directory, workspaceId, brandIds, files, most }
      const child = fork(fileURLToPath(new URL('./make-noise.ts', import.meta.url)), [JSON.stringify(given)])
      signal.addEventListener('abort', () => child.send('stop'))
      return new Promise((resolve) => child.once('message', resolve as never))
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
