import { type ChildProcess, spawn } from 'node:child_process'
import { timingSafeEqual } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Session } from 'chdb'
import { identifier } from '../stores/clickhouse-cluster.ts'

/**
 * ClickHouse's HTTP interface on the embedded engine, as a separate process, to test what differs on a
 * ClickHouse server. As a program it takes a directory, a port and `user:password`, and ends with its parent.
 *
 * Differences from a real server: there, a setting in a URL holds only for that request, and rows are sent
 * while the query still runs unless `wait_end_of_query` is set.
 */
export interface ClickHouseServer {
  /** Includes user and password, but no database. */
  url: string
  process: ChildProcess
  /** Restarts it on the same port and data after a kill. */
  restart(): Promise<void>
  /** Ends it and keeps its data. */
  stop(): Promise<void>
  /** Ends it and removes its data. */
  close(): Promise<void>
}

/**
 * @param credentials `user:password`, each percent-encoded; without them, every request is accepted
 * @param directory for its data; defaults to a new one
 */
export async function startClickHouseServer(
  credentials = '',
  directory = mkdtempSync(join(tmpdir(), 'sightline-clickhouse-')),
): Promise<ClickHouseServer> {
  let { child, port } = await spawnServer(directory, 0, credentials)
  const server: ClickHouseServer = {
    url: `http://${credentials === '' ? '' : `${credentials}@`}127.0.0.1:${port}`,
    get process() {
      return child
    },
    async restart() {
      ;({ child, port } = await spawnServer(directory, port, credentials))
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
    async close() {
      await server.stop()
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return server
}

async function spawnServer(
  directory: string,
  port: number,
  credentials: string,
): Promise<{ child: ChildProcess; port: number }> {
  const program = fileURLToPath(import.meta.url)
  const child = spawn(process.execPath, [program, directory, String(port), credentials], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(child.stdout)) return { child, port: Number(line) }
  throw new Error('the ClickHouse server did not start')
}

/** URL parameters that are not settings, or settings that only the HTTP interface knows. */
const notSettings = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'session_id',
  'role',
  'wait_end_of_query',
  'enable_http_compression',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
])

/** `exceptionCodeToHTTPStatus` of `src/Server/HTTP` for the codes that tests meet; all others are 500. */
const statusOfCode: Record<string, number> = {
  47: 404, // UNKNOWN_IDENTIFIER
  60: 404, // UNKNOWN_TABLE
  81: 404, // UNKNOWN_DATABASE
  115: 404, // UNKNOWN_SETTING
  53: 400, // TYPE_MISMATCH
  62: 400, // SYNTAX_ERROR
  516: 403, // AUTHENTICATION_FAILED
}

async function runServer(directory: string, port: number, credentials: string): Promise<void> {
  // Loaded only as a program: a process that merely starts it needs no engine.
  const chdb = await import('chdb')
  const engine = createEngine(new chdb.Session(directory))
  const server = createServer((request, response) => {
    answer(engine, credentials, request, response).catch((error) => response.destroy(error))
  })
  server.listen(port, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
  process.stdin.resume().once('end', () => process.exit(0))
}

async function answer(
  engine: Engine,
  credentials: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url as string, 'http://server')
  if (pathname === '/ping') return void response.end('Ok.\n')
  const chunks: Buffer[] = []
  // A request that is interrupted has no effect.
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const sent = Buffer.concat(chunks)
  const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
  try {
    checkCredentials(credentials, request.headers.authorization)
    const query = searchParams.get('query')
    const text = query === null ? body.toString() : `${query}\n${body}`
    const settings = [...searchParams].filter(([name]) => !notSettings.has(name))
    const database = searchParams.get('database') ?? 'default'
    const format = searchParams.get('default_format') ?? 'TabSeparated'
    const rows = await engine.run(text, { database, settings, format })
    const zipped = searchParams.get('enable_http_compression') === '1'
    if (zipped) response.setHeader('content-encoding', 'gzip')
    response.setHeader('x-clickhouse-query-id', searchParams.get('query_id') ?? '')
    response.end(zipped ? gzipSync(rows) : rows)
  } catch (error) {
    const { message } = error as Error
    const code = /Code: (\d+)/.exec(message)?.[1] ?? '1002'
    response.writeHead(statusOfCode[code] ?? 500, { 'x-clickhouse-exception-code': code })
    response.end(`${message} (version 26.7 (embedded))\n`)
  }
}

function checkCredentials(expected: string, header = ''): void {
  const given = Buffer.from(header.replace('Basic ', ''), 'base64')
  const known = Buffer.from(expected.split(':').map(decodeURIComponent).join(':'))
  if (expected === '' || (given.length === known.length && timingSafeEqual(given, known))) return
  throw new Error('Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)')
}

interface QueryContext {
  database: string
  settings: [string, string][]
  format: string
}

interface Engine {
  run(text: string, context: QueryContext): Promise<Uint8Array>
}

/** The engine has one current database and one set of settings: they change only while no query runs. */
function createEngine(session: Session): Engine {
  const applied = new Map<string, string>()
  const running = new Set<Promise<unknown>>()
  let ready: Promise<unknown> = Promise.resolve()

  async function prepare({ database, settings }: QueryContext): Promise<void> {
    const wanted = [
      ['USE', `USE ${identifier(database)}`],
      ...settings.map(([name, value]) => [name, `SET ${name} = '${value.replace(/[\\']/g, '\\$&')}'`]),
    ] as [string, string][]
    for (const [name, statement] of wanted.filter(([key, text]) => applied.get(key) !== text)) {
      await Promise.allSettled(running)
      await session.queryAsync(statement)
      applied.set(name, statement)
    }
  }

  return {
    async run(text, context) {
      const prepared = ready.then(() => prepare(context))
      ready = prepared.catch(() => {})
      await prepared
      const result = session.queryAsync(text, { format: context.format })
      running.add(result)
      try {
        return (await result).bytes()
      } finally {
        running.delete(result)
      }
    },
  }
}

if (import.meta.main) {
  const [directory = '', port = '0', credentials = ''] = process.argv.slice(2)
  await runServer(directory, Number(port), credentials)
}
