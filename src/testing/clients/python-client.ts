import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasProgram, pythonWith } from './install-once.ts'
import type { ClientReport, ListCall } from './list-calls.ts'
import { runProgram } from './run-program.ts'

/** The same version as in docs/clients.md. */
const generator = 'openapi-python-client==0.29.1'
const readLists = fileURLToPath(new URL('./read_lists.py', import.meta.url))

/** Whether Python is available and can create virtual environments. */
export const hasPython = () =>
  process.env.CI === 'true' ||
  hasProgram('python3', '-c', 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))')

/** Generates a client in the package `client`. @returns the folder of its Python */
export async function generatePython(directory: string): Promise<string> {
  const bin = join(await pythonWith(generator), 'bin')
  const generate = ['generate', '--path', 'openapi.json', '--meta', 'none', '--output-path', 'client']
  await runProgram(join(bin, 'openapi-python-client'), [...generate, '--fail-on-warning'], directory, {
    PATH: `${bin}:${process.env.PATH}`,
  })
  return bin
}

/** Runs the commands of a document and then its program, in an empty folder with the generator installed. */
export async function runDocumentedPython(
  commands: string,
  program: string,
  variables: Record<string, string>,
): Promise<string> {
  const bin = join(await pythonWith(generator), 'bin')
  const directory = mkdtempSync(join(tmpdir(), 'sightline-client-'))
  const environment = { ...variables, PATH: `${bin}:${process.env.PATH}` }
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
  const directory = mkdtempSync(join(tmpdir(), 'sightline-client-'))
  try {
    writeFileSync(join(directory, 'openapi.json'), document)
    writeFileSync(join(directory, 'calls.json'), JSON.stringify({ ...server, calls }))
    const bin = await generatePython(directory)
    return JSON.parse(await runProgram(join(bin, 'python'), [readLists], directory, { PYTHONPATH: '.' }))
  } finally {
    rmSync(directory, { recursive: true })
  }
}
