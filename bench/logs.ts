import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startClickHouseServer } from '../src/testing/clickhouse-server.ts'
import { type LogFileFormat, logFileFormats, writeLog } from './log-files.ts'
import { table } from './measure.ts'

// Reads access logs of three formats, compared by CPU time with GoAccess (Debian's package) on the same files: each with
// all children, alternating. `node bench/logs.ts [lines] [rounds] [formats] [programs]`
// Programs: `goaccess`; `reader`, the reading part of an import without stores (read-log.ts); `import`, the real
// command with an embedded store; `server`, the same with ClickHouse as a server, whose time and memory do not count.

const lines = Number(process.argv[2] ?? 5_000_000)
const rounds = Number(process.argv[3] ?? 1)
const formats = (process.argv[4] ?? Object.keys(logFileFormats).join()).split(',') as LogFileFormat[]
const programs = (process.argv[5] ?? 'goaccess,reader,import,server').split(',')
const cli = fileURLToPath(new URL('../bin/sightline.js', import.meta.url))
const reader = fileURLToPath(new URL('read-log.ts', import.meta.url))

interface Measured {
  seconds: number
  /** CPU time, including children. */
  cpuSeconds: number
  peak: Memory
  /** Resident memory in MB after each fifth of the time. */
  resident: number[]
  output: string
}

/** Peak memory of a process in MB. */
interface Memory {
  /** VmHWM: the peak of the sum of the following. */
  all: number
  /** Anonymous memory. */
  own: number
  /** Touched pages of programs and libraries: shared, and reclaimable. */
  files: number
}

function rowOf(format: LogFileFormat, program: string, own: Measured, goAccess?: Measured) {
  const { cpuSeconds, peak, resident } = own
  return {
    format,
    program,
    'CPU seconds': cpuSeconds.toFixed(1),
    'lines per CPU second': (lines / cpuSeconds).toFixed(0),
    'relative to GoAccess': goAccess === undefined ? '–' : `${(goAccess.cpuSeconds / cpuSeconds).toFixed(2)} ×`,
    'peak memory, MB': peak.all.toFixed(0),
    'resident at 20, 40, 60, 80, 100 % of the time, MB': resident.map((mb) => mb.toFixed(0)).join(', '),
    anonymous: peak.own.toFixed(0),
    'file pages': peak.files.toFixed(0),
  }
}

function hasGoAccess(): boolean {
  try {
    execFileSync('goaccess', ['--version'])
    return true
  } catch {
    console.log('GoAccess is not installed; run apt-get install goaccess')
    return false
  }
}

const runGoAccess = (log: string, folder: string, format: LogFileFormat) =>
  measured('goaccess', [
    '--no-global-config',
    '--no-progress',
    `--log-format=${logFileFormats[format].goAccess}`,
    ...['-f', log],
    ...['-o', join(folder, 'report.html')],
  ])

async function runImport(log: string, directory: string, more: Record<string, string> = {}): Promise<Measured> {
  const environment = { ...process.env, ...more, DATA_DIR: directory, BOT_HOST_NAMES: 'ignore' }
  const command = (...words: string[]) => {
    const output = execFileSync(process.execPath, [cli, ...words, '--json'], { env: environment })
    return JSON.parse(output.toString()) as { id: string }
  }
  const { id: workspace } = command('create-workspace', '--name', 'Bench')
  const names = ['--name', 'Bench', '--domain', 'bench.example']
  const { id: brand } = command('create-brand', '--workspace-id', workspace, ...names)
  const words = ['import-crawler-logs', '--brand-id', brand, '--file', log, '--json']
  return measured(process.execPath, [cli, ...words], environment)
}

/** Runs a program and samples its memory. */
async function measured(program: string, words: string[], env = process.env): Promise<Measured> {
  const timed = 'TIMEFORMAT="%R %U %S"; time "$@"'
  const shell = spawn('bash', ['-c', timed, 'bash', program, ...words], { env })
  const peak: Memory = { all: 0, own: 0, files: 0 }
  let [output, errors] = ['', '']
  shell.stdout.on('data', (chunk) => {
    output += chunk
  })
  shell.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const samples: number[] = []
  const watching = setInterval(() => {
    const now = memoryOf(lastChildOf(shell.pid))
    samples.push(now.now)
    for (const kind of ['all', 'own', 'files'] as const) peak[kind] = Math.max(peak[kind], now[kind])
  }, 50)
  await new Promise((resolve) => shell.once('close', resolve))
  clearInterval(watching)
  const times = errors.trim().split('\n').at(-1) as string
  const [seconds = Number.NaN, user = 0, system = 0] = times.split(' ').map(Number)
  if (Number.isNaN(seconds)) throw new Error(errors)
  const alive = samples.filter((mb) => mb > 0)
  const resident = [0.2, 0.4, 0.6, 0.8, 1].map((share) => alive[Math.ceil(alive.length * share) - 1] ?? 0)
  return { seconds, cpuSeconds: user + system, peak, resident, output }
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

function memoryOf(pid: number | undefined): Memory & { now: number } {
  let status = ''
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    // It has ended.
  }
  const megabytes = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024) / 1e6
  return { now: megabytes('VmRSS'), all: megabytes('VmHWM'), own: megabytes('RssAnon'), files: megabytes('RssFile') }
}

const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-'))
try {
  const rows: ReturnType<typeof rowOf>[] = []
  const isCompared = programs.includes('goaccess') && hasGoAccess()
  for (const format of formats) {
    const log = join(folder, 'access.log')
    writeLog(log, format, lines)
    console.log(`${format}: ${lines} lines, ${(statSync(log).size / 1e6).toFixed(0)} MB`)
    for (let round = 0; round < rounds; round += 1) {
      const others = isCompared ? await runGoAccess(log, folder, format) : undefined
      const add = (program: string, own: Measured) => {
        rows.push(rowOf(format, program, own, others))
        console.log(JSON.stringify(rows.at(-1)), own.output.trim().slice(0, 200))
      }
      if (others !== undefined) add('GoAccess', others)
      if (programs.includes('reader')) add('reader', await measured(process.execPath, [reader, log]))
      if (programs.includes('import')) add('import-crawler-logs', await runImport(log, join(folder, 'data')))
      if (programs.includes('server')) add('import-crawler-logs, ClickHouse as a server', await importToServer(log))
      rmSync(join(folder, 'data'), { recursive: true, force: true })
    }
  }
  table(`Logs of ${lines} lines`, rows)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** The engine's share: the part that is missing if ClickHouse is a server. */
async function importToServer(log: string): Promise<Measured> {
  const server = await startClickHouseServer()
  try {
    return await runImport(log, join(folder, 'data', 'server'), { CLICKHOUSE_URL: server.url })
  } finally {
    await server.close()
  }
}
