import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Installation, type MadeBrand, makeBrand, makeInstallation } from './processes.ts'
import { makeOnce } from './templates.ts'

/**
 * A data directory with a brand, and the program run on it as users run it. Copied from one made once per
 * run, as creating stores and brand by commands takes longer than most tests.
 * @param environment of every process started on it
 * @param directory its location, which need not exist
 */
export async function installWithBrand(
  environment: Record<string, string> = {},
  directory: string = mkdtempSync(join(tmpdir(), 'sightline-run-')),
): Promise<{ installation: Installation; brand: MadeBrand }> {
  const original = await makeOnce('installation', makeOriginal)
  mkdirSync(directory, { recursive: true })
  // PostgreSQL's files need their owner.
  execFileSync('cp', ['-a', `${original.directory}/.`, directory])
  return { installation: makeInstallation(directory, environment), brand: original.brand }
}

async function makeOriginal(): Promise<{ directory: string; brand: MadeBrand }> {
  const directory = join(process.env.TEST_RUN_DIRECTORY as string, 'installation')
  return { directory, brand: await makeBrand(makeInstallation(directory)) }
}
