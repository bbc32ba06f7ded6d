import { execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startClickHouseServer } from '../src/testing/clickhouse-server.ts'
import { testData } from '../src/testing/test-data.ts'
import { pick, randomNumbers, table } from './measure.ts'

// Imports an access log with the real command, compared with GoAccess (Debian's package) on the same file:
// each on one core with all children, alternating. `node bench/logs.ts [lines] [rounds]`

const lines = Number(process.argv[2] ?? 5_000_000)
const rounds = Number(process.argv[3] ?? 1)
/** Share of all lines; other bots are as many as AI bots. */
const aiShare = 0.05
const core = '0'
const cli = fileURLToPath(new URL('../bin/sightline.js', import.meta.url))
const random = randomNumbers(6)
const upTo = (most: number) => Math.floor(random() * most)

interface Measured {
  seconds: number
  /** CPU time, including children. */
  cpuSeconds: number
  peak: Memory
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

function rowOf(program: string, { seconds, cpuSeconds, peak }: Measured, goAccess?: Measured) {
  return {
    program,
    'lines per second': (lines / seconds).toFixed(0),
    'per second of CPU time': (lines / cpuSeconds).toFixed(0),
    'speed relative to GoAccess': goAccess === undefined ? '–' : `${(goAccess.seconds / seconds).toFixed(2)} ×`,
    'by CPU time': goAccess === undefined ? '–' : `${(goAccess.cpuSeconds / cpuSeconds).toFixed(2)} ×`,
    'peak memory, MB': peak.all.toFixed(0),
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

const runGoAccess = (log: string, folder: string) =>
  measured('goaccess', [
    '--no-global-config',
    '--no-progress',
    '--log-format=COMBINED',
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

/** Runs a program on one core and samples its memory. */
async function measured(program: string, words: string[], env = process.env): Promise<Measured> {
  const timed = 'TIMEFORMAT="%R %U %S"; time taskset -c "$0" "$@"'
  const shell = spawn('bash', ['-c', timed, core, program, ...words], { env })
  const peak: Memory = { all: 0, own: 0, files: 0 }
  let [output, errors] = ['', '']
  shell.stdout.on('data', (chunk) => {
    output += chunk
  })
  shell.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const watching = setInterval(() => {
    const now = memoryOf(lastChildOf(shell.pid))
    for (const kind of ['all', 'own', 'files'] as const) peak[kind] = Math.max(peak[kind], now[kind])
  }, 50)
  await new Promise((resolve) => shell.once('close', resolve))
  clearInterval(watching)
  const times = errors.trim().split('\n').at(-1) as string
  const [seconds = Number.NaN, user = 0, system = 0] = times.split(' ').map(Number)
  if (Number.isNaN(seconds)) throw new Error(errors)
  return { seconds, cpuSeconds: user + system, peak, output }
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

/** Lines of 30 days in the combined format, in order. */
function writeLog(path: string): void {
  const { ai, others } = readBots()
  const browsers = makeBrowsers()
  const file = openSync(path, 'w')
  const addresses = Array.from({ length: 100_000 }, address)
  const pages = Array.from({ length: 5000 }, (_, number) => `/section-${number % 40}/article-${number}`)
  const referrers = ['-', '-', 'https://www.google.com/', 'https://bench.example/', 'https://news.example/a?b=c']
  const startMs = Date.UTC(2026, 4, 1)
  let text = ''
  for (let number = 0; number < lines; number += 1) {
    const roll = random()
    const agents = roll < aiShare ? ai : roll < 2 * aiShare ? others : browsers
    const time = logTime(startMs + Math.floor((number / lines) * 30 * 86_400) * 1000)
    // A few pages get most visits.
    const page = pages[Math.floor(pages.length * random() ** 3)]
    const query = random() < 0.2 ? `?utm_source=mail&n=${upTo(100_000)}` : ''
    const [status, bytes] = random() < 0.95 ? [200, 500 + upTo(90_000)] : [404, 162]
    text += `${addresses[upTo(addresses.length)]} - - [${time}] "GET ${page}${query} HTTP/1.1" ${status} ${bytes} "${referrers[upTo(5)]}" "${agents[Math.floor(agents.length * random() ** 2)]}"\n`
    if (text.length > 1_000_000 || number === lines - 1) {
      writeSync(file, text)
      text = ''
    }
  }
  closeSync(file)
}

const address = () => [1 + upTo(222), upTo(256), upTo(256), 1 + upTo(254)].join('.')

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

function logTime(ms: number): string {
  const [year, month, rest] = new Date(ms).toISOString().split('-') as [string, string, string]
  return `${rest.slice(0, 2)}/${months[Number(month) - 1]}/${year}:${rest.slice(3, 11)} +0000`
}

interface Pattern {
  instances: string[]
  tags: string[]
}

/** Real user agents of bots. */
function readBots(): { ai: string[]; others: string[] } {
  const path = testData('bots/crawler-user-agents.json')
  if (path === undefined) throw new Error('this benchmark needs the test data')
  const patterns = JSON.parse(readFileSync(path, 'utf8')) as Pattern[]
  const of = (isAi: boolean) => {
    const agents = patterns.filter(({ tags }) => tags.includes('ai-crawler') === isAi)
    return agents.flatMap(({ instances }) => instances).filter((agent) => !agent.includes('"'))
  }
  return { ai: of(true), others: of(false) }
}

/** Some thousand browsers in common versions and systems. */
function makeBrowsers(): string[] {
  const systems = [
    'Windows NT 10.0; Win64; x64',
    'Macintosh; Intel Mac OS X 10_15_7',
    'X11; Linux x86_64',
    ...Array.from({ length: 40 }, (_, number) => `Linux; Android ${8 + (number % 9)}; SM-A${100 + number}B`),
  ]
  const engine = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  const chromes = systems.flatMap((system) =>
    Array.from({ length: 60 }, (_, number) => {
      const version = `${90 + number}.0.${4000 + upTo(3000)}.${upTo(200)}`
      return `Mozilla/5.0 (${system}) ${engine} Chrome/${version} Mobile Safari/537.36`
    }),
  )
  const phones = Array.from({ length: 40 }, (_, number) => {
    const system = `${12 + Math.floor(number / 6)}_${number % 6}`
    return `Mozilla/5.0 (iPhone; CPU iPhone OS ${system} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1`
  })
  return pick(random, [...chromes, ...phones], chromes.length + phones.length)
}

const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-'))
try {
  const log = join(folder, 'access.log')
  writeLog(log)
  console.log(`${lines} lines, ${(statSync(log).size / 1e6).toFixed(0)} MB`)
  const rows = []
  for (let round = 0; round < rounds; round += 1) {
    const others = hasGoAccess() ? await runGoAccess(log, folder) : undefined
    const own = await runImport(log, join(folder, `data-${round}`))
    if (others !== undefined) rows.push(rowOf('GoAccess', others, others))
    rows.push(rowOf('import-crawler-logs', own, others))
    console.log(own.output.trim())
    // The engine's share: the part that is missing if ClickHouse is a server, whose memory is not counted.
    const server = await startClickHouseServer()
    try {
      const apart = await runImport(log, join(folder, `data-${round}-server`), { CLICKHOUSE_URL: server.url })
      rows.push(rowOf('import-crawler-logs, ClickHouse as a server', apart, others))
    } finally {
      await server.close()
    }
  }
  table(`A log of ${lines} lines on one core`, rows)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
