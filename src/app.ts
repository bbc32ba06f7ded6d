import { createHmac, randomBytes } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Config } from './config.ts'
import { createAuthorizationServer, createTokenAuthenticator } from './features/oauth/index.ts'
import { createSessionAuthenticator, createSingleSignOn } from './features/people/index.ts'
import { checkAtStart } from './features/stored-data/index.ts'
import { commands, features, operations } from './features.ts'
import { createControlHandler } from './interfaces/control/control.ts'
import { addDocsRoutes } from './interfaces/http/docs.ts'
import { addHealthRoutes } from './interfaces/http/health.ts'
import { addMetricsRoute, createMetrics } from './interfaces/http/metrics.ts'
import { createHttpServer } from './interfaces/http/server.ts'
import { mcpRoute } from './interfaces/mcp/mcp-route.ts'
import { oauthRoutes } from './interfaces/oauth/oauth-routes.ts'
import { openApiDocument } from './interfaces/openapi/openapi.ts'
import type { FeatureStates, Services } from './kernel/context.ts'
import { createCursorCodec } from './kernel/cursor.ts'
import { openJobs } from './kernel/jobs.ts'
import { createRateLimits } from './kernel/rate-limits.ts'
import { warnOfOldKeys } from './kernel/sealed-secrets.ts'
import { createSecretBox } from './kernel/secret-box.ts'
import { unavailable } from './lib/errors.ts'
import { type Resolve, resolveHost as resolveByMachine } from './lib/fetching/open-connection.ts'
import { version } from './lib/version.ts'
import { withTimeout } from './lib/with-timeout.ts'
import { openClickHouse } from './stores/clickhouse.ts'
import { type DataDirectory, socketPath } from './stores/data-directory.ts'
import { assertDiskSpace, minFreeBytesForFiles, withDiskSpaceCheck } from './stores/disk-space.ts'
import { startEmbeddedPostgres } from './stores/embedded-postgres.ts'
import { openPostgres, type PostgresStore } from './stores/postgres.ts'
import type { PoolEvents } from './stores/postgres-pool.ts'

export interface AppOptions {
  config: Config
  log: Logger
  /** A server also runs background jobs, unless its ROLE is `api`; a command only queues them. */
  role: 'server' | 'command'
  /** Whether it runs until it is stopped. A short-lived command does no long work for others. */
  stays?: boolean
  /** Locked while the app is open. Undefined if both stores are servers. */
  dataDirectory: DataDirectory | undefined
  now?: () => Date
  /** Defaults to the machine's resolver. */
  resolveHost?: Resolve
  /** Runs subprocess work in this process; used in tests, which would each wait for subprocesses to start. */
  withoutSubprocesses?: boolean
}

export interface App {
  services: Services
  http: FastifyInstance
  /** Stops long work after its current step. */
  stop(): void
  /**
   * Stops, finishes running work, then closes the stores, even if work does not end in time.
   * @returns false if something did not close in time: the engine's library then delays the process's end
   */
  close(): Promise<boolean>
}

/** Time for requests, commands and jobs to finish after the app starts stopping. */
const finishMs = 10_000
/** Time for each part to close, even after that. */
const minCloseMs = 1500

/** Opens the stores and builds the app: the only way to create it, in production and in tests. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, log, dataDirectory } = options
  // Closed in reverse order, including parts opened before a failure.
  const opened: { close(): Promise<void> | void }[] = []
  const closing = new AbortController()
  let finishUntil = 0
  function stop(): void {
    if (!closing.signal.aborted) finishUntil = performance.now() + finishMs
    closing.abort(unavailable('the server is stopping; retry', 2))
  }
  async function close(): Promise<boolean> {
    stop()
    const failures: unknown[] = []
    let isClean = true
    for (let part = opened.pop(); part !== undefined; part = opened.pop()) {
      try {
        const timeoutMs = Math.max(minCloseMs, finishUntil - performance.now())
        await withTimeout(Promise.resolve(part.close()), timeoutMs, () => {
          isClean = false
          log.warn({ left: opened.length }, 'stopping: some parts did not close in time')
        })
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
    return isClean
  }
  try {
    if (dataDirectory !== undefined) opened.push(dataDirectory)
    // Report an invalid configuration now instead of at first use.
    for (const feature of features) feature.checkConfig?.(config)
    const metrics = createMetrics()
    const services = await openServices(options, metrics.registry, opened, closing.signal)
    const { apiKeys: authenticator, usage } = services.states
    const sessions = createSessionAuthenticator(services)
    const served = config.ROLE === 'worker' ? [] : operations
    const http = createHttpServer({
      services,
      operations: served,
      authenticator,
      sessions,
      singleSignOn: config.ROLE === 'worker' ? undefined : createSingleSignOn(services),
      metrics,
      usage,
    })
    addHealthRoutes(http, services, dataDirectory?.path)
    addMetricsRoute(http, metrics, config.METRICS_TOKEN)
    if (config.ROLE !== 'worker') {
      const pages = Object.assign({}, ...features.map(({ docsPages }) => docsPages))
      addDocsRoutes(http, () => openApiDocument(features, version), pages)
      const tokens = createTokenAuthenticator(services)
      http.register(mcpRoute({ services, operations, authenticator, tokens, usage }))
      const authorization = createAuthorizationServer(services)
      http.register(oauthRoutes({ services, authorization, sessions }))
      for (const feature of features) if (feature.http !== undefined) http.register(feature.http(services))
    }
    opened.push(http)
    // Check before serving incomplete data. For a ClickHouse server, a job checks regularly.
    if (config.CLICKHOUSE_URL === undefined) await checkAtStart(services)
    if (options.role === 'server') await warnOfOldKeys(services)
    if (doesJobs(options)) await services.jobs.work(services)
    const { stays = options.role === 'server' } = options
    if (dataDirectory !== undefined) opened.push(await openControlSocket(services, dataDirectory.path, stays))
    return { services, http, stop, close }
  } catch (error) {
    await close().catch((closing) => log.error({ err: closing }, 'closing after a failed start'))
    throw error
  }
}

const doesJobs = ({ role, config }: AppOptions) => role === 'server' && config.ROLE !== 'api'

async function openServices(
  options: AppOptions,
  metrics: Registry,
  opened: { close(): Promise<void> | void }[],
  closing: AbortSignal,
): Promise<Services> {
  const { config, log, dataDirectory, now = () => new Date(), resolveHost = resolveByMachine } = options
  const postgres = await openPostgresStore(options, opened)
  const clickhouseAddress =
    config.CLICKHOUSE_URL === undefined
      ? { directory: join((dataDirectory as DataDirectory).path, 'clickhouse') }
      : { url: config.CLICKHOUSE_URL, cluster: config.CLICKHOUSE_CLUSTER }
  const store = await postgres.withMigrationLock(() =>
    openClickHouse(clickhouseAddress, { querySeconds: config.QUERY_TIMEOUT_SECONDS }),
  )
  opened.push(store)
  const clickhouse = 'directory' in clickhouseAddress ? withDiskSpaceCheck(store, clickhouseAddress.directory) : store
  // Migrate now: if a newer release wrote one store, the other must stay unchanged.
  await postgres.migrate()
  const kinds = features.flatMap((feature) => feature.jobs ?? [])
  const jobs = await postgres.withMigrationLock(() =>
    openJobs(postgres, kinds, doesJobs(options) ? 'worker' : 'sender', log, dataDirectory !== undefined, closing),
  )
  opened.push({ close: jobs.stop })
  const cursors = createCursorCodec(await installationSecret(postgres, 'cursors'), now)
  const signing = await installationSecret(postgres, 'signatures')
  const limits = await postgres.withMigrationLock(() => createRateLimits(config, postgres.pool))
  const { db } = postgres
  const services: Services = {
    features,
    config,
    log,
    now,
    postgres,
    db,
    clickhouse,
    jobs,
    cursors,
    secrets: createSecretBox(config.SECRETS_KEY, dataDirectory?.path),
    sign: (purpose, text) => createHmac('sha256', signing).update(`${purpose}\n${text}`).digest(),
    limits,
    address: () => config.PUBLIC_URL ?? localAddress(config.HOST, config.PORT),
    resolveHost,
    withoutSubprocesses: options.withoutSubprocesses ?? false,
    checkRoom: async () => {
      if (dataDirectory !== undefined) await assertDiskSpace(dataDirectory.path, minFreeBytesForFiles)
    },
    closing,
    states: {} as FeatureStates,
    metrics,
    onAccessChanged() {
      for (const feature of features) feature.onAccessChanged?.(services)
    },
  }
  for (const { open, close } of features) {
    Object.assign(services.states, open?.(services))
    if (close !== undefined) opened.push({ close: () => close(services) })
  }
  return services
}

/** The address at which this machine reaches its own port. */
export function localAddress(host: string, port: number): string {
  const name = ['0.0.0.0', '::', ''].includes(host) ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

async function openPostgresStore(
  options: AppOptions,
  opened: { close(): Promise<void> | void }[],
): Promise<PostgresStore> {
  const { config, log, dataDirectory } = options
  const events: PoolEvents = {
    onLost: (error) => log.warn({ err: error }, 'a connection to PostgreSQL was lost'),
    onSilence: (silent) => (silent ? log.error('PostgreSQL does not respond') : log.info('PostgreSQL responds again')),
  }
  let store: PostgresStore
  if (config.DATABASE_URL === undefined) {
    const { stop, ...address } = await startEmbeddedPostgres((dataDirectory as DataDirectory).path, log)
    opened.push({ close: stop })
    store = await openPostgres(address, events)
  } else {
    store = await openPostgres({ url: config.DATABASE_URL }, events)
  }
  opened.push(store)
  return store
}

/** A secret by name, created once per data set. */
async function installationSecret({ db }: PostgresStore, name: string): Promise<Buffer> {
  const made = { name, value: randomBytes(32) }
  await db
    .insertInto('secrets')
    .values(made)
    .onConflict((on) => on.doNothing())
    .execute()
  const { value } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', made.name)
    .executeTakeFirstOrThrow()
  return value
}

/** Opens the control socket while this process holds the data directory. */
async function openControlSocket(
  services: Services,
  directory: string,
  stays: boolean,
): Promise<{ close(): Promise<void> }> {
  const path = socketPath(directory, controlSocketName)
  rmSync(path, { force: true })
  // Only the owner can connect, as the directory is private too.
  const server = createServer({ requestTimeout: 0, headersTimeout: 0 }, createControlHandler(services, commands, stays))
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  chmodSync(path, 0o600)
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
  }
}

export const controlSocketName = 'control.sock'
