import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { controlSocketName } from '../app.ts'
import { sendCommand } from '../interfaces/control/control.ts'
import type { Progress } from '../kernel/operation.ts'
import { socketPath } from '../stores/data-directory.ts'
import { processesOn } from '../stores/postgres-processes.ts'
import { bundleProgram } from './program.ts'
import { makeOnce } from './templates.ts'

/** The same directory as in `bin/sightline.js`. */
const cache = fileURLToPath(new URL('../../node_modules/.cache/sightline', import.meta.url))
/** The program. Test runs start it often, from a bundle that loads faster; the launcher starts its sources. */
export const cli =
  process.env.TEST_RUN_DIRECTORY === undefined
    ? fileURLToPath(new URL('../cli.ts', import.meta.url))
    : await makeOnce('program', bundleProgram)
const launcher = fileURLToPath(new URL('../../bin/sightline.js', import.meta.url))
/** Makes this Node look like an older one to the launcher. */
const olderNode = ['--import', 'data:text/javascript,delete process.execve']

/** The output of a process, and how it ended. */
export interface Ran {
  /** The exit status; null if a signal ended it. */
  status: number | null
  stdout: string
  stderr: string
}

/** A command started as a separate process. */
export interface Started {
  process: ChildProcess
  ended: Promise<Ran>
}

export interface RunningServer {
  process: ChildProcess
  url: string
  /** The output until it listened, including the demo’s requests. */
  printed: string
  /** All log output so far, including warnings. */
  log(): string
  /** Sends a signal and waits for the end. @returns the exit status or the signal’s name */
  stop(signal?: NodeJS.Signals): Promise<number | string>
}

export interface ProcessOptions {
  input?: string
  environment?: Record<string, string>
  /** A module that Node loads before the program. */
  preload?: string
  /** Uses the launcher as on an older Node, with the program as its child; both in their own process group. */
  withLauncher?: boolean
  /** The path of a program other than this checkout's, such as that of a package. */
  program?: string
}

/** A data directory on which the program runs as users run it: each command and server as a process. */
export interface Installation {
  directory: string
  start(words: readonly string[], options?: ProcessOptions): Started
  /** Starts a command on its own terminal (util-linux). */
  startInTerminal(words: readonly string[]): Started
  run(words: readonly string[], options?: ProcessOptions): Promise<Ran>
  /**
   * Runs an operation in the process that has the directory open, as a command would but without a new process.
   * @param file path of the operation's file
   * @returns its data
   * @throws Error if it fails, or if no process has the directory open
   */
  operate<T = { id: string }>(
    name: string,
    texts?: Record<string, string | string[]>,
    file?: string,
    progress?: Progress,
  ): Promise<T>
  /** Runs a command that must succeed. @returns its data */
  data<T = { id: string }>(...words: string[]): Promise<T>
  /** Starts a server on a free port and waits until it listens. */
  startServer(command?: 'serve' | 'demo', options?: ProcessOptions): Promise<RunningServer>
  /** Ends all processes that run on the directory, and removes it. */
  remove(): Promise<void>
}

export function makeInstallation(
  directory: string = mkdtempSync(join(tmpdir(), 'sightline-run-')),
  common: Record<string, string> = {},
): Installation {
  const children = new Set<ChildProcess>()

  const asByBin = { NODE_COMPILE_CACHE: cache, UV_THREADPOOL_SIZE: '8', BOT_RANGES: 'ignore' }
  const environmentOf = (more: Record<string, string>) => ({
    ...{ ...asByBin, ...process.env, ...common, ...more, DATA_DIR: directory },
  })

  function start(words: readonly string[], options: ProcessOptions = {}): Started {
    const { input, environment = {}, preload, withLauncher = false, program: other = cli } = options
    const flags = preload === undefined ? [] : ['--import', preload]
    const env = environmentOf(environment)
    const program = withLauncher ? [...olderNode, launcher] : [...flags, other]
    const child = spawn(process.execPath, [...program, ...words], { env, detached: withLauncher })
    return started(child, input)
  }

  function startInTerminal(words: readonly string[]): Started {
    const command = [process.execPath, cli, ...words].map((word) => `'${word}'`).join(' ')
    return started(spawn('script', ['-qec', command, '/dev/null'], { env: environmentOf({}) }))
  }

  function started(child: ChildProcessWithoutNullStreams, input?: string): Started {
    const ended = endOf(child)
    children.add(child)
    child.once('exit', () => children.delete(child))
    if (input !== undefined) child.stdin?.end(input)
    return { process: child, ended }
  }

  const run = (words: readonly string[], options?: ProcessOptions) => start(words, options).ended

  async function data<T>(...words: string[]): Promise<T> {
    const { status, stdout, stderr } = await run([...words, '--json'])
    if (status !== 0) throw new Error(`${words[0]}: ${stderr}`)
    return JSON.parse(stdout) as T
  }

  async function operate<T>(
    name: string,
    given: Record<string, string | string[]> = {},
    file?: string,
    progress: Progress = () => {},
  ): Promise<T> {
    const texts = Object.fromEntries(Object.entries(given).map(([field, value]) => [field, [value].flat()]))
    const stream = file === undefined ? undefined : createReadStream(file)
    const socket = socketPath(directory, controlSocketName)
    const outcome = await sendCommand(socket, { name, texts }, stream, progress)
    if (outcome === undefined) throw new Error(`no process ran ${name}`)
    if ('failure' in outcome) throw new Error(`${name}: ${outcome.failure.error.message}`)
    return outcome.envelope.data as T
  }

  async function startServer(
    command: 'serve' | 'demo' = 'serve',
    options: ProcessOptions = {},
  ): Promise<RunningServer> {
    const started = start([command, '--port', '0'], options)
    let printed = ''
    let warnings = ''
    started.process.stderr?.on('data', (chunk: string) => {
      warnings += chunk
    })
    let url: string | undefined
    await new Promise<void>((resolve, reject) => {
      started.process.stdout?.on('data', (chunk: string) => {
        printed += chunk
        url ??= /listens on (\S+)/.exec(printed)?.[1]
        if (url !== undefined && (command === 'serve' || /visibility\/engines/.test(printed))) resolve()
      })
      started.ended.then(({ stderr }) => reject(new Error(`the server did not start: ${printed}${stderr}`)))
    })
    return {
      process: started.process,
      url: url as string,
      printed,
      log: () => printed + warnings,
      async stop(signal = 'SIGTERM') {
        started.process.kill(signal)
        await started.ended
        return started.process.exitCode ?? (started.process.signalCode as string)
      },
    }
  }

  async function remove(): Promise<void> {
    const ends = [...children].map((child) => new Promise((resolve) => child.once('exit', resolve)))
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(ends)
    for (const pid of postgresProcesses(directory)) signal(pid, 'SIGKILL')
    while (postgresProcesses(directory).length > 0) await new Promise((resolve) => setTimeout(resolve, 10))
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }

  return { directory, start, startInTerminal, run, operate, data, startServer, remove }
}

function endOf(child: ChildProcessWithoutNullStreams): Promise<Ran> {
  const written = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      written[stream] += text
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) => resolve({ status, ...written }))
  })
}

/** Sends a signal to a process that may already have ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Process ids of a process, all its descendants, and the given ones; needs `/proc` (Linux). */
export function withDescendants(pid: number): number[] {
  if (process.platform !== 'linux') return [pid]
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
  return [pid, ...children.flatMap((child) => withDescendants(Number(child)))]
}

function parentOf(pid: string): number | undefined {
  try {
    // After the name, which may contain anything and ends with the last parenthesis: state and parent.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return undefined
  }
}

/** The process id that the directory’s PostgreSQL recorded; undefined if it does not run. */
export function postmasterPid(directory: string): number | undefined {
  try {
    return Number(readFileSync(join(directory, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

/** Every process of the directory’s PostgreSQL, the postmaster and its children. */
export const postgresProcesses = (directory: string): number[] => processesOn(join(directory, 'postgres'))

export interface MadeBrand {
  workspaceId: string
  brandId: string
  secret: string
}

/** A brand Acme in its own workspace, with a key that reads everything. */
export async function makeBrand({ data }: Installation): Promise<MadeBrand> {
  const workspace = await data('create-workspace', '--name', 'W')
  const words = ['--workspace-id', workspace.id, '--name', 'Acme', '--domain', 'acme.com']
  const brand = await data('create-brand', ...words)
  const key = await data<{ secret: string }>('create-key', '--workspace-id', workspace.id, '--name', 'k')
  return { workspaceId: workspace.id, brandId: brand.id, secret: key.secret }
}

/** The answer with that number for an answers file, in January 2026. */
export const answer = (number: number) => ({
  prompt: `which widget, ${number % 10}?`,
  engine: 'ChatGPT',
  executed_at: '2026-01-15T12:00:00Z',
  answer: `Widget ${number}: **Acme** is a fine choice. ${'More words. '.repeat(50)}`,
})

/** Requests the rankings of January 2026, which contain the answers above. */
export function requestRankings(url: string, { brandId, secret }: MadeBrand): Promise<Response> {
  const query = 'start_date=2026-01-01&end_date=2026-01-31'
  return fetch(`${url}/v1/brands/${brandId}/competitors/rankings?${query}`, {
    headers: { authorization: `Bearer ${secret}` },
  })
}

/** Number of answers in the rankings. */
export async function countExecutions(url: string, brand: MadeBrand): Promise<number> {
  const response = await requestRankings(url, brand)
  if (response.status !== 200) throw new Error(`rankings: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { meta: { executions: number } }).meta.executions
}
