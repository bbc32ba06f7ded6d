import { buffer } from 'node:stream/consumers'
import {
  type ClickHouseClient,
  ClickHouseError,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client'
import { invalidRequest } from '../lib/errors.ts'
import { errorCode } from '../lib/fetching/fetch-problem.ts'
import { createResourcePool } from '../lib/resource-pool.ts'
import { type ClickHouseCluster, clusterSettings, identifier } from './clickhouse-cluster.ts'
import { readClickHouseUrl } from './server-urls.ts'
import { StoreUnreachableError } from './store-errors.ts'

export interface ClickHouseConnection {
  /** The cluster that runs the statements. Undefined for one server or the embedded engine. */
  cluster: ClickHouseCluster | undefined
  /** The rows of a SELECT as JSON lines. */
  rows(text: string, timeoutSeconds: number): Promise<string>
  /** The output of a SELECT with its own FORMAT, byte for byte. */
  bytes(text: string, timeoutSeconds: number): Promise<Buffer>
  run(text: string, timeoutSeconds: number): Promise<void>
  close(): Promise<void>
}

/** Filters list the numbers of their prompts: 8 MB for a million. The default is 262,144 bytes. */
const maxQueryBytes = 100_000_000

/**
 * The engine would compile expressions to machine code at their third use. Compiling takes up to 300 ms of processor
 * time, more than it saves even on millions of answers (`bench/RESULTS.md`).
 */
const withoutCompilation = {
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
  compile_sort_description: 0,
} as const

/** Settings of every request to a server, to match the embedded engine whatever its defaults. */
const serverSettings: ClickHouseSettings = {
  ...withoutCompilation,
  // Report errors as errors instead of a line after the first rows.
  wait_end_of_query: 1,
  // Acknowledge only stored data, and make an INSERT one part: all of it or nothing.
  async_insert: 0,
  lightweight_deletes_sync: '2',
  output_format_json_quote_64bit_integers: 0,
  max_query_size: String(maxQueryBytes),
}

/** Time for the network, in addition to the query's own limit. */
const transportSeconds = 2

/**
 * The embedded engine runs the queries of one connection one at a time. Separate connections for reads and
 * writes keep long ones from blocking each other. Each running query uses one libuv thread;
 * `bin/sightline.js` starts three more than these.
 */
const readConnections = 3
const writeConnections = 2

/** Size of the cache of uncompressed data for queries with `use_uncompressed_cache`. */
const cachedBytes = 128 * 2 ** 20

/** Starts the engine in this process. @param writingSeconds time limit of a statement that writes */
export async function startEmbedded(directory: string, writingSeconds: number): Promise<ClickHouseConnection> {
  // Load it only here: processes that use a server do not need the engine's 700 MB library.
  const [{ Session, drainPending }, { createChdbConnection }] = await Promise.all([
    import('chdb'),
    import('chdb/connection'),
  ])
  // The first connection creates the engine and sets what is not a session setting.
  const engine = new Session(directory, { connectionArgs: [`--uncompressed_cache_size=${cachedBytes}`] })
  async function connect(): Promise<ClickHouseClient> {
    const connection: unknown = createChdbConnection({ path: directory })
    // chdb has its own copy of the package with the same interface.
    const client = createClient({ connection } as Parameters<typeof createClient>[0])
    const settings = {
      ...withoutCompilation,
      // In the SQL of a query, it would apply only after parsing.
      max_query_size: maxQueryBytes,
      // The cache would fill 100 MB with conditions that rarely recur, as each contains the last batch.
      use_query_condition_cache: 0,
    }
    const set = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
    await client.command({ query: `SET ${set.join(', ')}` })
    return client
  }
  const clients: ClickHouseClient[] = []
  while (clients.length < readConnections + writeConnections) clients.push(await connect())
  endOnCrashes()
  // Otherwise, an erasure postponed for lack of disk space would block its connection forever.
  for (const client of clients.slice(readConnections))
    await client.command({ query: `SET max_execution_time = ${writingSeconds}` })
  const reading = createResourcePool(clients.slice(0, readConnections))
  const writing = createResourcePool(clients.slice(readConnections))
  return {
    cluster: undefined,
    rows: (text) => reading(async (client) => (await client.query({ query: text, format: 'JSONEachRow' })).text()),
    bytes: (text) => reading(async (client) => buffer((await client.exec({ query: text })).stream)),
    run: (text) => writing(async (client) => void (await client.command({ query: text }))),
    async close() {
      // Callers of running queries have given up; closing would wait for them and delay the exit.
      engine.query('KILL QUERY WHERE 1 ASYNC')
      for (const client of clients) await client.close()
      engine.close()
      // Closing only waits in the background for running queries; the next process could not open the data.
      await drainPending()
    },
  }
}

/** Signals of a crash or an abort for lack of memory; the last is Ctrl-Z, which halts the process. */
const crashSignals = ['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGSYS', 'SIGTRAP', 'SIGTSTP'] as const

/**
 * Lets the system end this process when it crashes. The engine handles these signals itself and waits for
 * minutes in the receiving thread: the server would stop responding and ignore SIGTERM.
 */
function endOnCrashes(): void {
  for (const signal of crashSignals) {
    const ignore = () => {}
    // Without listeners, the system handles a signal.
    process.on(signal, ignore)
    process.removeListener(signal, ignore)
  }
}

/**
 * Connects to a server and creates the URL's database if it is missing.
 * @throws ApiError invalid_request for an invalid URL, without repeating it, as it may contain a password
 * @throws StoreUnreachableError
 */
export async function connectToServer(url: string, clusterName: string | undefined): Promise<ClickHouseConnection> {
  const { server, database } = readUrl(url)
  const cluster = clusterName === undefined ? undefined : { name: clusterName, database }
  const client = createServerClient(server, database, cluster)

  async function run(by: ClickHouseClient, text: string, timeoutSeconds: number): Promise<void> {
    await reached(server, timeoutSeconds, (abort_signal) => by.command({ query: text, abort_signal }))
  }

  const connection: ClickHouseConnection = {
    cluster,
    rows: (text, timeoutSeconds) =>
      reached(server, timeoutSeconds + transportSeconds, async (abort_signal) => {
        const result = await client.query({ query: text, format: 'JSONEachRow', abort_signal })
        return result.text()
      }),
    bytes: (text, timeoutSeconds) =>
      reached(server, timeoutSeconds + transportSeconds, async (abort_signal) =>
        buffer((await client.exec({ query: text, abort_signal })).stream),
      ),
    run: (text, timeoutSeconds) => run(client, text, timeoutSeconds),
    close: () => client.close(),
  }
  try {
    await createDatabase(connection, database, async (statement) => {
      const outside = createServerClient(server, 'default', cluster)
      await run(outside, statement, 60).finally(() => outside.close())
    })
    return connection
  } catch (error) {
    await client.close()
    throw error
  }
}

function readUrl(text: string): { server: URL; database: string } {
  try {
    return readClickHouseUrl(text)
  } catch (error) {
    throw invalidRequest(`CLICKHOUSE_URL ${(error as Error).message}`)
  }
}

function createServerClient(server: URL, database: string, cluster: ClickHouseCluster | undefined): ClickHouseClient {
  const settings = cluster === undefined ? { select_sequential_consistency: '1' as const } : clusterSettings
  try {
    return createClient({
      url: new URL(server),
      database,
      application: 'sightline',
      // Each request has its own, lower limit.
      request_timeout: 900_000,
      max_open_connections: 20,
      keep_alive: { eagerly_destroy_stale_sockets: true },
      // The client would also write errors to standard error, although it throws them.
      log: { level: ClickHouseLogLevel.OFF },
      clickhouse_settings: { ...serverSettings, ...settings } as ClickHouseSettings,
    })
  } catch (error) {
    throw invalidRequest(`CLICKHOUSE_URL: ${(error as Error).message}`)
  }
}

/** Passes on errors of ClickHouse; all others (sockets, timeouts, a proxy's page) mean unreachable. */
async function reached<T>(server: URL, timeoutSeconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(timeoutSeconds * 1000)
  const late = new Promise<never>((_, reject) => {
    signal.onabort = () => reject(signal.reason)
  })
  try {
    return await Promise.race([work(signal), late])
  } catch (error) {
    if (error instanceof ClickHouseError) throw error
    // The response of a proxy or another server may repeat the password, so it is not reported.
    const reason = signal.aborted
      ? `no response in ${timeoutSeconds} s`
      : errorCode(error) || 'the response is not from ClickHouse'
    throw new StoreUnreachableError(`ClickHouse at ${server.host} is unavailable: ${reason}`)
  }
}

const unknownDatabase = '81'

async function createDatabase(
  connection: ClickHouseConnection,
  database: string,
  runOutside: (statement: string) => Promise<void>,
): Promise<void> {
  try {
    await connection.run('SELECT 1', 10)
  } catch (error) {
    if (!(error instanceof ClickHouseError) || error.code !== unknownDatabase) throw error
    const { cluster } = connection
    const where = cluster === undefined ? '' : ` ON CLUSTER ${identifier(cluster.name)}`
    await runOutside(`CREATE DATABASE IF NOT EXISTS ${identifier(database)}${where}`)
  }
}
