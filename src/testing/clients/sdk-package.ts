import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from './run-program.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Installs the packed SDK in a folder's `node_modules`. @returns its path */
export async function installSdk(folder: string): Promise<string> {
  const checkout = mkdtempSync(join(tmpdir(), 'sightline-sdk-'))
  try {
    // A copy, because several tests may build concurrently.
    for (const name of ['sdk', 'tsconfig.json'])
      cpSync(join(root, name), join(checkout, name), {
        recursive: true,
        filter: (path) => !/dist$/.test(path),
      })
    symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
    await runProgram('npm', ['pack', '--pack-destination', checkout], join(checkout, 'sdk'))
    const archive = readdirSync(checkout).find((name) => name.endsWith('.tgz')) as string
    await runProgram('tar', ['-xzf', archive], checkout)
    const installed = join(folder, 'node_modules/@sightline/client')
    mkdirSync(dirname(installed), { recursive: true })
    renameSync(join(checkout, 'package'), installed)
    return installed
  } finally {
    rmSync(checkout, { recursive: true, force: true })
  }
}
