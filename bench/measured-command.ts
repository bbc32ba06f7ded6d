import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const core = '0'
const cli = fileURLToPath(new URL('../bin/sightline.js', import.meta.url))

export interface Measured {
  seconds: number
  /** CPU time, including children. */
  cpuSeconds: number
  peak: Memory
  /** The peak so far when each fifth of the file was read. */
  peaks: number[]
  output: string
}

/** Peak memory of a process in MB. */
export interface Memory {
  /** VmHWM: the peak of the sum of the following. */
  all: number
  /** Anonymous memory. */
  own: number
  /** Touched pages of programs and libraries: shared, and reclaimable. */
  files: number
}

export async function runImport(log: string, directory: string, more: Record<string, string> = {}): Promise<Measured> {
  const environment = { ...process.env, ...more, DATA_DIR: directory, BOT_HOST_NAMES: 'ignore' }
  const command = (...words: string[]) => {
    const output = execFileSync(process.execPath, [cli, ...words, '--json'], { env: environment })
    return JSON.parse(output.toString()) as { id: string }
  }
  const { id: workspace } = command('create-workspace', '--name', 'Bench')
  const names = ['--name', 'Bench', '--domain', 'bench.example']
  const { id: brand } = command('create-brand', '--workspace-id', workspace, ...names)
  const words = ['import-crawler-logs', '--brand-id', brand, '--file', log, '--json']
  return measured(process.execPath, [cli, ...words], environment, log)
}

/**
 * Runs a program on one core and samples its memory.
 * @param file that it reads
 */
export async function measured(
  program: string,
  words: string[],
  env: NodeJS.ProcessEnv,
  file: string,
): Promise<Measured> {
  const timed = 'TIMEFORMAT="%R %U %S"; time taskset -c "$0" "$@"'
  const shell = spawn('bash', ['-c', timed, core, program, ...words], { env })
  const peak: Memory = { all: 0, own: 0, files: 0 }
  const peaks: number[] = []
  let [output, errors] = ['', '']
  shell.stdout.on('data', (chunk) => {
    output += chunk
  })
  shell.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const watching = setInterval(() => {
    const pid = lastChildOf(shell.pid)
    const now = memoryOf(pid)
    for (const kind of ['all', 'own', 'files'] as const) peak[kind] = Math.max(peak[kind], now[kind])
    const fifths = Math.floor(5 * readShare(pid, file))
    while (peaks.length < fifths) peaks.push(peak.all)
  }, 50)
  await new Promise((resolve) => shell.once('close', resolve))
  clearInterval(watching)
  const times = errors.trim().split('\n').at(-1) as string
  const [seconds = Number.NaN, user = 0, system = 0] = times.split(' ').map(Number)
  if (Number.isNaN(seconds)) throw new Error(errors)
  return { seconds, cpuSeconds: user + system, peak, peaks, output }
}

/** The share of a file that a process has read. 0 if it has not opened it. */
function readShare(pid: number | undefined, file: string): number {
  try {
    const open = readdirSync(`/proc/${pid}/fd`).find((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) === file)
    const [, at] = /^pos:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/fdinfo/${open}`, 'utf8')) ?? []
    return Number(at) / statSync(file).size
  } catch {
    return 0
  }
}

/** The command itself, below the shell that times it and its launcher. */
function lastChildOf(pid: number | undefined): number | undefined {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return children === '' ? pid : lastChildOf(Number(children.split(' ')[0]))
  } catch {
    return undefined
  }
}

function memoryOf(pid: number | undefined): Memory {
  let status = ''
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    // It has ended.
  }
  const megabytes = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024) / 1e6
  return { all: megabytes('VmHWM'), own: megabytes('RssAnon'), files: megabytes('RssFile') }
}
