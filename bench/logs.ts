import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startClickHouseServer } from '../src/testing/clickhouse-server.ts'
import { type LogFileFormat, logFileFormats, writeLog } from './log-files.ts'
import { table } from './measure.ts'
import { type Measured, measured, runImport } from './measured-command.ts'

// Reads access logs of three formats, compared by CPU time with GoAccess (Debian's package) on the same files: each with
// all children, alternating. `node bench/logs.ts [lines] [rounds] [formats] [programs]`
// Programs: `goaccess`; `reader`, the reading part of an import without stores (read-log.ts); `import`, the real
// command with an embedded store; `server`, the same with ClickHouse as a server, whose time and memory do not count.

const lines = Number(process.argv[2] ?? 5_000_000)
const rounds = Number(process.argv[3] ?? 1)
const formats = (process.argv[4] ?? Object.keys(logFileFormats).join()).split(',') as LogFileFormat[]
const programs = (process.argv[5] ?? 'goaccess,reader,import,server').split(',')
const reader = fileURLToPath(new URL('read-log.ts', import.meta.url))

function rowOf(format: LogFileFormat, program: string, own: Measured, goAccess?: Measured) {
  const { cpuSeconds, peak, peaks } = own
  return {
    format,
    program,
    'CPU seconds': cpuSeconds.toFixed(1),
    'lines per CPU second': (lines / cpuSeconds).toFixed(0),
    'relative to GoAccess': goAccess === undefined ? '–' : `${(goAccess.cpuSeconds / cpuSeconds).toFixed(2)} ×`,
    'peak memory, MB': peak.all.toFixed(0),
    'peak after each fifth of the file, MB': peaks.map((mb) => mb.toFixed(0)).join(', '),
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
  measured(
    'goaccess',
    [
      '--no-global-config',
      '--no-progress',
      `--log-format=${logFileFormats[format].goAccess}`,
      ...['-f', log],
      ...['-o', join(folder, 'report.html')],
    ],
    process.env,
    log,
  )

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
      if (programs.includes('reader')) add('reader', await measured(process.execPath, [reader, log], process.env, log))
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
