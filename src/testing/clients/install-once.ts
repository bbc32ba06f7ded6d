import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from './run-program.ts'

/** Packages for tests are cached here between runs. */
const cache = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url))

/** Whether a program is installed. */
export function hasProgram(file: string, ...words: string[]): boolean {
  try {
    execFileSync(file, words, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Installs packages into a folder of the cache, unless an earlier run did. @returns the folder */
async function installOnce(name: string, install: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = join(cache, name)
  const complete = join(folder, 'complete')
  if (existsSync(complete)) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(dirname(folder), { recursive: true })
  await install(folder)
  writeFileSync(complete, '')
  return folder
}

/** A virtual environment with packages, named like its first one. */
export const pythonWith = (...packages: [string, ...string[]]) =>
  installOnce(packages[0].replace('==', '-'), async (folder) => {
    await runProgram('python3', ['-m', 'venv', folder], '.')
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages]
    await runProgram(join(folder, 'bin/python'), install, '.')
  })

/** A folder with npm packages, named like the first one. @returns its `node_modules` */
export async function nodeModulesWith(...packages: [string, ...string[]]): Promise<string> {
  const name = packages[0].replaceAll(/[@/]/g, '-').replace(/^-/, '')
  const folder = await installOnce(name, async (folder) => {
    mkdirSync(folder)
    const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder]
    await runProgram('npm', [...install, ...packages], folder)
  })
  return join(folder, 'node_modules')
}

/** A folder with the program of a Go module. */
export const goProgram = (module: string, version: string) =>
  installOnce(`${module.split('/').at(-1)}-${version}`, (folder) =>
    runProgram('go', ['install', `${module}@${version}`], '.', { GOBIN: folder }),
  )

/** Why packages cannot be installed, such as without a network. CI must be able to. */
export async function whyMissing(install: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await install()
    return undefined
  } catch (error) {
    if (process.env.CI === 'true') throw error
    return `cannot install: ${(error as Error).message.split('\n')[0]}`
  }
}
