import { setTimeout as sleep } from 'node:timers/promises'
import { makeInstallation } from '../src/testing/processes.ts'

/** What to start, and where. */
export interface NoiseTask {
  directory: string
  workspaceId: string
  brandIds: string[]
  files: string[]
  most: number
}

export type NoiseCounts = Record<'imports' | 'audits' | 'exports', number>

// Starts imports, audits and exports of one workspace until told to stop, then sends how many. Argument: NoiseTask.
const { directory, workspaceId, brandIds, files, most } = JSON.parse(process.argv[2] as string) as NoiseTask
const { operate } = makeInstallation(directory)
const stop = new AbortController()
process.once('message', () => stop.abort())

const works: Record<keyof NoiseCounts, (brand_id: string, count: number) => Promise<unknown>> = {
  imports: (brand_id, count) =>
    operate(
      'start-task',
      { workspace_id: workspaceId, operation: 'import-answers', brand_id },
      files[count % files.length],
    ),
  audits: (brand_id) => operate('start-audit', { brand_id }),
  exports: (brand_id) =>
    operate('create-export', { brand_id, kind: 'answers', start_date: '2026-01-01', end_date: '2026-01-31' }),
}

async function repeat(kind: keyof NoiseCounts): Promise<[string, number]> {
  let started = 0
  for (let tried = 0; tried < most && !stop.signal.aborted; tried += 1) {
    try {
      await works[kind](brandIds[tried % brandIds.length] as string, tried)
      started += 1
    } catch {
      // The workspace is at its limit: start the next one when one of them ends.
      await sleep(100)
    }
  }
  return [kind, started]
}

const counts = await Promise.all((['imports', 'audits', 'exports'] as const).map(repeat))
process.send?.(Object.fromEntries(counts), () => process.exit())
