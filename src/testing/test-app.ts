import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Logger, pino } from 'pino'
import { type App, buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { type Outcome, runCommand } from '../interfaces/control/run-command.ts'
import type { Progress } from '../kernel/operation.ts'
import type { ErrorBody } from '../lib/errors.ts'
import type { Resolve } from '../lib/fetching/open-connection.ts'
import { operations } from '../operations.ts'
import { tryOpenDataDirectory } from '../stores/data-directory.ts'
import { startClickHouseServer } from './clickhouse-server.ts'
import { createTestDatabase } from './postgres-server.ts'
import { startWorldSite, type WorldSite } from './world-site.ts'

/** A response of the HTTP API, its body parsed. */
export interface Answer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  // Tests read the parts that they know; the shape itself is checked against the OpenAPI document.
  body: { data: never; meta: never; pagination: Pagination; error: ErrorBody['error']; request_id: string }
  text: string
}

export interface Pagination {
  limit: number
  has_more: boolean
  next_cursor: string | null
}

type Input = Record<string, string | number | boolean | readonly string[]>

/** The real program on real stores in a directory of its own. */
export interface TestApp {
  app: App
  directory: string
  /** Runs an operation as the operator; its data. Throws where it fails. */
  operate<T = { id: string }>(name: string, input?: Input, file?: string | Buffer | Readable): Promise<T>
  /** Runs an operation as the operator, whatever comes of it. */
  tryOperate(name: string, input?: Input, file?: string | Buffer | Readable): Promise<Outcome>
  get(path: string, key?: string, headers?: Record<string, string>): Promise<Answer>
  send(
    method: string,
    path: string,
    key?: string,
    options?: { headers?: Record<string, string>; body?: string },
  ): Promise<Answer>
  /** Sets the clock of the program; it stands still from then on. */
  setNow(time: string | Date): void
  /** What audits of the test world read. */
  site: WorldSite
  /** Waits until no brand's history waits to be read again. */
  historyIsRead(): Promise<void>
  /** Waits until no audit runs. */
  auditsAreOver(): Promise<void>
  /** Closes the program and opens it again on the same data. */
  restart(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts the program on stores of its own: embedded ones, or servers where TEST_DATABASE_URL names a PostgreSQL server
 * and TEST_CLICKHOUSE is `http`.
 */
export async function startTestApp(
  environment: Record<string, string> = {},
  directory: string = mkdtempSync(join(tmpdir(), 'sightline-test-')),
  log: Logger = pino({ level: process.env.TEST_LOG ?? 'silent' }),
  resolveHost?: Resolve,
): Promise<TestApp> {
  const database = await createTestDatabase()
  const clickhouse = process.env.TEST_CLICKHOUSE === 'http' ? await startClickHouseServer() : undefined
  const site = await startWorldSite()
  const config = readConfig({
    FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${site.port}`,
    READS_PER_MINUTE: '1000000',
    WRITES_PER_MINUTE: '1000000',
    AUDITS_PER_MINUTE: '1000000',
    // Tests that fetch do so by themselves, from servers of their own.
    CITED_PAGES: 'ignore',
    AUDIT_BOT_REQUESTS: 'omit',
    ...(database === undefined ? {} : { DATABASE_URL: database.url }),
    ...(clickhouse === undefined ? {} : { CLICKHOUSE_URL: clickhouse.url }),
    ...environment,
    DATA_DIR: directory,
  })
  let clock: Date | undefined

  const start = () => {
    const dataDirectory = tryOpenDataDirectory(directory, 'server')
    const now = () => clock ?? new Date()
    const fetching = { resolveHost: resolveHost ?? site.resolveHost }
    return buildApp({ config, log, role: 'server', dataDirectory, now, ...fetching })
  }

  async function send(
    method: string,
    path: string,
    key?: string,
    options: { headers?: Record<string, string>; body?: string } = {},
  ): Promise<Answer> {
    const authorization: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
    const response = await test.app.http.inject({
      method: method as 'GET',
      url: path,
      headers: { ...authorization, ...options.headers },
      ...(options.body === undefined ? {} : { payload: options.body }),
    })
    const isJson =
      String(response.headers['content-type']).startsWith('application/json') && response.payload !== ''
    const body = isJson ? response.json() : {}
    return { status: response.statusCode, headers: response.headers, body, text: response.payload }
  }

  const test: TestApp = {
    app: await start(),
    directory,
    site,
    async operate<T>(name: string, input: Input = {}, file?: string | Buffer | Readable) {
      const outcome = await test.tryOperate(name, input, file)
      if ('failure' in outcome)
        throw new Error(`${name}: ${outcome.failure.error.code} ${outcome.failure.error.message}`)
      return outcome.envelope.data as T
    },
    async tryOperate(name, input = {}, file) {
      const operation = operations.find((candidate) => candidate.name === name)
      if (operation === undefined) throw new Error(`no operation ${name}`)
      const texts = Object.fromEntries(
        Object.entries(input).map(([field, value]) => [
          field,
          Array.isArray(value) ? value : [String(value)],
        ]),
      )
      const stream =
        file instanceof Readable ? file : Readable.from(file === undefined ? [] : [Buffer.from(file)])
      const ignore: Progress = () => {}
      return runCommand(test.app.services, operation, { name, texts }, stream, ignore)
    },
    get: (path, key, headers = {}) => send('GET', path, key, { headers }),
    send,
    setNow(time) {
      clock = new Date(time)
    },
    async historyIsRead() {
      const waiting = () =>
        test.app.services.db
          .selectFrom('brands')
          .innerJoin('reading_configs', 'reading_configs.brand_id', 'brands.id')
          .select('brands.id')
          .whereRef('version', '>', 'reading_version')
          .executeTakeFirst()
      while ((await waiting()) !== undefined) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    async auditsAreOver() {
      const running = () =>
        test.app.services.db
          .selectFrom('audits')
          .select('id')
          .where('state', '=', 'running')
          .executeTakeFirst()
      while ((await running()) !== undefined) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    async restart() {
      await test.app.close()
      test.app = await start()
    },
    async close() {
      await test.app.close()
      await database?.drop()
      await clickhouse?.close()
      site.close()
      removeSoon(directory)
    },
  }
  return test
}

/** Removes a directory while the tests go on: on some file systems that takes longer than many a test. */
function removeSoon(directory: string): void {
  const removing = spawn('rm', ['-rf', directory], { detached: true, stdio: 'ignore' })
  removing.once('error', () => rmSync(directory, { recursive: true, force: true }))
  removing.unref()
}

/** Lines of an answers file. */
export const answersFile = (answers: readonly object[]) =>
  answers.map((answer) => JSON.stringify(answer)).join('\n')
