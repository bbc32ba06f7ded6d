import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ClientReport, ListCall } from './list-calls.ts'
import { runProgram } from './run-program.ts'

/** The same version as in docs/clients.md. */
const generator = 'openapi-python-client==0.29.1'

/** Where the generator is cached between runs. */
const installed = fileURLToPath(
  new URL(`../../../node_modules/.cache/${generator.replace('==', '-')}`, import.meta.url),
)
const complete = join(installed, 'complete')
const readLists = fileURLToPath(new URL('./read_lists.py', import.meta.url))

/** Whether Python is available and can create virtual environments. */
export function hasPython(): boolean {
  if (process.env.CI === 'true') return true
  try {
    execFileSync('python3', ['-c', 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))'], {
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

async function installGenerator(): Promise<void> {
  if (existsSync(complete)) return
  rmSync(installed, { recursive: true, force: true })
  await runProgram('python3', ['-m', 'venv', installed], '.')
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', generator]
  await runProgram(join(installed, 'bin/python'), install, '.')
  writeFileSync(complete, '')
}

/** Runs the commands of a document and then its program, in an empty folder with the generator installed. */
export async function runDocumentedPython(
  commands: string,
  program: string,
  variables: Record<string, string>,
): Promise<string> {
  await installGenerator()
  const directory = mkdtempSync(join(tmpdir(), 'sightline-client-'))
  const environment = { ...variables, PATH: `${join(installed, 'bin')}:${process.env.PATH}` }
  try {
    writeFileSync(join(directory, 'program.py'), program)
    await runProgram('bash', ['-ec', commands], directory, environment)
    return await runProgram('python', ['program.py'], directory, environment)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** Generates a client of a document with openapi-python-client, and reads lists with it. */
export async function readWithPython(
  document: string,
  calls: readonly ListCall[],
  server: { url: string; key: string },
): Promise<ClientReport> {
  await installGenerator()
  const directory = mkdtempSync(join(tmpdir(), 'sightline-client-'))
  try {
    writeFileSync(join(directory, 'openapi.json'), document)
    writeFileSync(join(directory, 'calls.json'), JSON.stringify({ ...server, calls }))
    const generate = ['generate', '--path', 'openapi.json', '--meta', 'none', '--output-path', 'client']
    await runProgram(
      join(installed, 'bin/openapi-python-client'),
      [...generate, '--fail-on-warning'],
      directory,
      {
        PATH: `${join(installed, 'bin')}:${process.env.PATH}`,
      },
    )
    return JSON.parse(
      await runProgram(join(installed, 'bin/python'), [readLists], directory, { PYTHONPATH: '.' }),
    )
  } finally {
    rmSync(directory, { recursive: true })
  }
}
