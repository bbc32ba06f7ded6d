import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Logger, pino } from 'pino'
import { type App, buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { operations } from '../features.ts'
import { type Outcome, runCommand } from '../interfaces/control/run-command.ts'
import type { Progress } from '../kernel/operation.ts'
import type { ErrorBody } from '../lib/errors.ts'
import type { Resolve } from '../lib/fetching/open-connection.ts'
import { tryOpenDataDirectory } from '../stores/data-directory.ts'
import { startClickHouseServer } from './clickhouse-server.ts'
import { type FixtureSite, startFixtureSite } from './fixture-site.ts'
import { openApps } from './open-apps.ts'
import { createTestDatabase, type TestDatabase } from './postgres-server.ts'
import { type ClosedStores, copyTemplate, type Template } from './templates.ts'

/*
 * How to write a test. A test file opens one program on its own stores, and closes it:
 *
 * beforeAll(async () => { test = await startTestApp() })
 * afterAll(() => test.close())
 *
 * Its stores are copies of ones that the run makes once (templates.ts): empty ones here, filled ones with
 * startFixtureApp in fixture.ts. Files run in one process one after another (vitest.config.ts); each-file.ts restores
 * what a file leaves open or changed. Wait for events, however long they take, and never for a fixed time.
 */

/** A response of the HTTP API with its parsed body. */
export interface Answer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  // Tests read known parts; the shape itself is checked against the OpenAPI document.
  body: { data: never; meta: never; pagination: Pagination; error: ErrorBody['error']; request_id: string }
  text: string
}

export interface Pagination {
  limit: number
  has_more: boolean
  next_cursor: string | null
}

type Input = Record<string, string | number | boolean | readonly string[]>

/** The real program on real stores in its own directory. */
export interface TestApp {
  app: App
  directory: string
  /** Runs an operation as the operator. @returns its data @throws Error if it fails */
  operate<T = { id: string }>(name: string, input?: Input, file?: string | Buffer | Readable): Promise<T>
  /** Runs an operation as the operator, and returns a failure too. */
  tryOperate(name: string, input?: Input, file?: string | Buffer | Readable): Promise<Outcome>
  get(path: string, key?: string, headers?: Record<string, string>): Promise<Answer>
  send(
    method: string,
    path: string,
    key?: string,
    options?: { headers?: Record<string, string>; body?: string },
  ): Promise<Answer>
  /** Sets and stops the clock of the program. */
  setNow(time: string | Date): void
  /** The site that audits of the test fixture read. */
  site: FixtureSite
  /** Waits until every history is reread and follows the checks of people. */
  historyIsRead(): Promise<void>
  /** Waits until no audit runs. */
  auditsAreOver(): Promise<void>
  /** Waits until the stored data is checked, as after each start; for tests that then change tables by hand. */
  storedDataIsChecked(): Promise<void>
  /** Closes the program and reopens it on the same data, with these variables changed. */
  restart(environment?: Record<string, string>): Promise<void>
  /** Closes the program and removes its stores. */
  close(): Promise<void>
}

export interface TestAppOptions {
  /** An existing data directory to open, with its embedded stores. */
  directory?: string
  log?: Logger
  /** Defaults to resolving only the domain of the test site. */
  resolveHost?: Resolve
  /** Audits and analyses of sites run in separate processes, as in production. */
  subprocesses?: boolean
  /** The stopped clock of the program; defaults to the real time. */
  now?: string
}

/**
 * Starts the program on its own empty stores: a database on the run's PostgreSQL server, and ClickHouse in
 * this process. Outside a test run, and on a given directory, both are embedded.
 */
export async function startTestApp(
  environment: Record<string, string> = {},
  options: TestAppOptions = {},
): Promise<TestApp> {
  if (options.directory === undefined && process.env.TEST_RUN_DIRECTORY !== undefined)
    return (await startFrom(emptyStores, environment, options)).test
  return startOn(options.directory ?? makeDirectory(), environment, options)
}

/** Starts the program on a copy of stores; `leave` closes it and keeps them, for another template. */
export async function startFrom<T>(
  template: Template<T>,
  environment: Record<string, string>,
  options: TestAppOptions,
): Promise<{ test: TestApp; known: T; leave(): Promise<ClosedStores> }> {
  const directory = makeDirectory()
  const { database, known } = await copyTemplate(template, directory)
  const servers = await openServers(database, directory)
  const test = await startOn(directory, { ...servers.environment, ...environment }, options)
  const { close } = test
  async function leave(): Promise<ClosedStores> {
    openApps.delete(test)
    await test.app.close()
    test.site.close()
    await servers.stop()
    return { databaseName: database.name, directory }
  }
  test.close = async () => {
    await close()
    await servers.stop()
    await database.drop()
  }
  return { test, known, leave }
}

/** Empty stores of this release. */
export const emptyStores: Template<null> = {
  name: 'empty',
  async make() {
    const directory = makeDirectory()
    const database = await createTestDatabase()
    const servers = await openServers(database, directory)
    const config = readConfig({ ...servers.environment, DATA_DIR: directory })
    const dataDirectory = tryOpenDataDirectory(directory, 'command')
    const app = await buildApp({ config, log: pino({ level: 'silent' }), role: 'command', dataDirectory })
    await app.close()
    await servers.stop()
    return { stores: { databaseName: database.name, directory }, known: null }
  },
}

const makeDirectory = () => mkdtempSync(join(process.env.TEST_RUN_DIRECTORY ?? tmpdir(), 'sightline-test-'))

/** The variables of a database, and with TEST_CLICKHOUSE=http of a server for the directory's ClickHouse. */
async function openServers({ url }: TestDatabase, directory: string) {
  const data = join(directory, 'clickhouse')
  const clickhouse = process.env.TEST_CLICKHOUSE === 'http' ? await startClickHouseServer('', data) : undefined
  const address: Record<string, string> = clickhouse === undefined ? {} : { CLICKHOUSE_URL: clickhouse.url }
  return { environment: { DATABASE_URL: url, ...address }, stop: async () => clickhouse?.stop() }
}

async function startOn(
  directory: string,
  environment: Record<string, string>,
  options: TestAppOptions,
): Promise<TestApp> {
  const { log = pino({ level: process.env.TEST_LOG ?? 'silent' }), subprocesses = false } = options
  const site = await startFixtureSite()
  const { resolveHost = site.resolveHost } = options
  const usual = {
    FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${site.port}`,
    READS_PER_MINUTE: '1000000',
    WRITES_PER_MINUTE: '1000000',
    AUDITS_PER_MINUTE: '1000000',
    // Tests that fetch pages do so explicitly, from their own servers.
    CITED_PAGES: 'ignore',
    BOT_RANGES: 'ignore',
    AUDIT_BOT_REQUESTS: 'omit',
    ...environment,
    DATA_DIR: directory,
  }
  let config = readConfig(usual)
  let clock = options.now === undefined ? undefined : new Date(options.now)

  const start = () => {
    const dataDirectory = tryOpenDataDirectory(directory, 'server')
    const now = () => clock ?? new Date()
    const seams = { now, resolveHost, withoutSubprocesses: !subprocesses }
    return buildApp({ config, log, role: 'server', dataDirectory, ...seams })
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
    const isJson = String(response.headers['content-type']).startsWith('application/json') && response.payload !== ''
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
        Object.entries(input).map(([field, value]) => [field, Array.isArray(value) ? value : [String(value)]]),
      )
      const stream = file instanceof Readable ? file : Readable.from(file === undefined ? [] : [Buffer.from(file)])
      const ignore: Progress = () => {}
      return runCommand(test.app.services, operation, { name, texts }, stream, ignore)
    },
    get: (path, key, headers = {}) => send('GET', path, key, { headers }),
    send,
    setNow(time) {
      clock = new Date(time)
    },
    async historyIsRead() {
      const waiting = async () => {
        const { db } = test.app.services
        const unread = db
          .selectFrom('brands')
          .innerJoin('reading_configs', 'reading_configs.brand_id', 'brands.id')
          .select('brands.id')
          .whereRef('version', '>', 'reading_version')
        // A switch to reread answers queues the checks that people made during the reread.
        const unchecked = db.selectFrom('answer_checks').select('brand_id as id').where('is_applied', '=', false)
        return (await unread.unionAll(unchecked).executeTakeFirst()) !== undefined
      }
      while (await waiting()) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    async auditsAreOver() {
      const running = () =>
        test.app.services.db.selectFrom('audits').select('id').where('state', '=', 'running').executeTakeFirst()
      while ((await running()) !== undefined) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    async storedDataIsChecked() {
      const due = async () =>
        (
          await test.app.services.postgres.execute(
            `select 1 from jobs.job where name = 'check-stored-data' and singleton_key = 'now' and state < 'completed'`,
          )
        ).rows.length > 0
      while (await due()) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    async restart(changed = {}) {
      await test.app.close()
      config = readConfig({ ...usual, ...changed })
      test.app = await start()
    },
    async close() {
      openApps.delete(test)
      await test.app.close()
      site.close()
      removeInBackground(directory)
    },
  }
  openApps.add(test)
  return test
}

/** Removes a directory in the background: on some file systems that takes longer than many tests. */
function removeInBackground(directory: string): void {
  const removing = spawn('rm', ['-rf', directory], { detached: true, stdio: 'ignore' })
  removing.once('error', () => rmSync(directory, { recursive: true, force: true }))
  removing.unref()
}

/** Lines of an answers file. */
export const answersFile = (answers: readonly object[]) => answers.map((answer) => JSON.stringify(answer)).join('\n')
