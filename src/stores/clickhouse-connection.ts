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

/** A way to an engine. */
export interface ClickHouseConnection {
  /** The cluster that statements are for; undefined for one server or the engine in this process. */
  cluster: ClickHouseCluster | undefined
  /** The rows of a SELECT, as lines of JSON. */
  rows(text: string, timeoutSeconds: number): Promise<string>
  /** What a SELECT with a FORMAT of its own gives, byte for byte. */
  bytes(text: string, timeoutSeconds: number): Promise<Buffer>
  run(text: string, timeoutSeconds: number): Promise<void>
  close(): Promise<void>
}

/** A filter writes out the numbers of its prompts: of a million, 8 MB. The default is 262,144 bytes. */
const maxQueryBytes = 100_000_000

/** What every request to a server carries, so that it behaves as the embedded engine does whatever its defaults are. */
const serverSettings: ClickHouseSettings = {
  // An error is an error then, and not a line after the rows that came before it.
  wait_end_of_query: 1,
  // What is acknowledged is stored, and an INSERT is one part: all of it or nothing.
  async_insert: 0,
  lightweight_deletes_sync: '2',
  output_format_json_quote_64bit_integers: 0,
  max_query_size: String(maxQueryBytes),
}

/** Time beyond that of the query itself for its way there and back. */
const transportSeconds = 2

/**
 * The embedded engine does the queries of one connection one after another. With some for reading and some for writing,
 * neither a long read nor a long write holds up the others. Each query at work keeps one of libuv's threads, of which
 * `bin/sightline.js` starts three more than these.
 */
const readConnections = 3
const writeConnections = 2

/** Of what queries with `use_uncompressed_cache` have read, so much is kept as it was unpacked. */
const cachedBytes = 128 * 2 ** 20

/**
 * Starts the engine in this process.
 * @param writingSeconds time that a statement which writes may take
 */
export async function startEmbedded(
  directory: string,
  writingSeconds: number,
): Promise<ClickHouseConnection> {
  // Loaded only here: with a server, no process needs the engine's 700 MB library.
  const [{ Session, drainPending }, { createChdbConnection }] = await Promise.all([
    import('chdb'),
    import('chdb/connection'),
  ])
  // The first connection makes the engine, and says what is no setting of a session.
  const engine = new Session(directory, { connectionArgs: [`--uncompressed_cache_size=${cachedBytes}`] })
  async function connect(): Promise<ClickHouseClient> {
    const connection: unknown = createChdbConnection({ path: directory })
    // chdb names the same interface from another copy of its package.
    const client = createClient({ connection } as Parameters<typeof createClient>[0])
    // Settings of all queries. In the SQL of a query this one would come too late, as that has to be read for it.
    await client.command({ query: `SET max_query_size = ${maxQueryBytes}` })
    // It would fill 100 MB with conditions that hardly ever come again: each names the last batch.
    await client.command({ query: 'SET use_query_condition_cache = 0' })
    return client
  }
  const clients: ClickHouseClient[] = []
  while (clients.length < readConnections + writeConnections) clients.push(await connect())
  endOnCrashes()
  // An erasure that the engine puts off, as where the disk has no room for it, would keep its connection for good.
  for (const client of clients.slice(readConnections))
    await client.command({ query: `SET max_execution_time = ${writingSeconds}` })
  const reading = createResourcePool(clients.slice(0, readConnections))
  const writing = createResourcePool(clients.slice(readConnections))
  return {
    cluster: undefined,
    rows: (text) =>
      reading(async (client) => (await client.query({ query: text, format: 'JSONEachRow' })).text()),
    bytes: (text) => reading(async (client) => buffer((await client.exec({ query: text })).stream)),
    run: (text) => writing(async (client) => void (await client.command({ query: text }))),
    async close() {
      // The callers of running queries have given up: closing would wait for them, and so would the end of the process.
      engine.query('KILL QUERY WHERE 1 ASYNC')
      for (const client of clients) await client.close()
      engine.close()
      // Closing only waits in the background for what is at work; the next program could not open the data until then.
      await drainPending()
    },
  }
}

/** What a crash, or an abort for want of memory, ends a program with; the last is Ctrl-Z, which halts it. */
const crashSignals = [
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGSEGV',
  'SIGSYS',
  'SIGTRAP',
  'SIGTSTP',
] as const

/**
 * Has the system end this process when it crashes. The engine takes these signals for itself as it starts, and then waits
 * for minutes, in the thread that they came to: a server would stay, answer nobody, and not even take SIGTERM.
 */
function endOnCrashes(): void {
  for (const signal of crashSignals) {
    const ignore = () => {}
    // Whoever was the last to listen to a signal leaves it to the system.
    process.on(signal, ignore)
    process.removeListener(signal, ignore)
  }
}

/**
 * Connects to a server, and makes the URL's database where it is missing.
 * @throws ApiError invalid_request for a URL that is none; it does not repeat the URL, which may hold a password
 * @throws StoreUnreachableError
 */
export async function connectToServer(
  url: string,
  clusterName: string | undefined,
): Promise<ClickHouseConnection> {
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
    await makeDatabase(connection, database, async (statement) => {
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

function createServerClient(
  server: URL,
  database: string,
  cluster: ClickHouseCluster | undefined,
): ClickHouseClient {
  const settings = cluster === undefined ? { select_sequential_consistency: '1' as const } : clusterSettings
  try {
    return createClient({
      url: new URL(server),
      database,
      application: 'sightline',
      // Each request has a limit of its own, below this one.
      request_timeout: 900_000,
      max_open_connections: 20,
      keep_alive: { eagerly_destroy_stale_sockets: true },
      // Its errors are thrown as well; it would write them to standard output.
      log: { level: ClickHouseLogLevel.OFF },
      clickhouse_settings: { ...serverSettings, ...settings } as ClickHouseSettings,
    })
  } catch (error) {
    throw invalidRequest(`CLICKHOUSE_URL: ${(error as Error).message}`)
  }
}

/** Errors of ClickHouse pass; whatever else comes (sockets, time, a proxy's page) says that it was not reached. */
async function reached<T>(
  server: URL,
  timeoutSeconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(timeoutSeconds * 1000)
  const late = new Promise<never>((_, reject) => {
    signal.onabort = () => reject(signal.reason)
  })
  try {
    return await Promise.race([work(signal), late])
  } catch (error) {
    if (error instanceof ClickHouseError) throw error
    // What a proxy or another server says instead may repeat the password, and is told of by nobody.
    const reason = signal.aborted
      ? `no answer in ${timeoutSeconds} s`
      : errorCode(error) || 'what came is no answer of ClickHouse'
    throw new StoreUnreachableError(`ClickHouse at ${server.host} does not answer: ${reason}`)
  }
}

const unknownDatabase = '81'

async function makeDatabase(
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
