import { Socket } from 'node:net'
import pg from 'pg'

const beatMs = 500

/** A server that misses this many heartbeats counts as stopped. */
const beatsUntilSilent = 10

export interface PoolEvents {
  /** A connection was lost while idle. */
  onLost(error: Error): void
  /** The server stopped or resumed responding. */
  onSilence(silent: boolean): void
}

/** The error while the server is silent, with the SQLSTATE of a server that rejects connections. */
const silence = () => Object.assign(new Error('PostgreSQL does not respond'), { code: '57P03' })

/**
 * A connection pool for a server that may stop without closing connections, such as a halted process or a
 * lost machine. Query timeouts cannot tell that from long work or locks, so an extra connection sends
 * heartbeats. Without a response, all connections close and new ones fail until it responds.
 */
export function openPool(config: pg.PoolConfig, events: PoolEvents) {
  const sockets = new Set<Socket>()
  const stream = () => {
    const socket = new Socket()
    sockets.add(socket)
    return socket.once('close', () => sockets.delete(socket))
  }
  const pool = new pg.Pool({ ...config, stream })
  let silent = false
  let closing = false
  // The caller that waits on a lost connection gets its error. Without one, it must not crash the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error) => {
    if (!closing) events.onLost(error)
  })
  refuseWhile(pool, () => silent)

  function becomeSilent(isSilent: boolean): void {
    if (isSilent) for (const socket of sockets) socket.destroy(silence())
    if (silent === isSilent || closing) return
    silent = isSilent
    events.onSilence(silent)
  }
  // For use outside of the pool. No separate connection timeout, which would hide the silence.
  const makeClient = () => new pg.Client({ ...config, connectionTimeoutMillis: 0, stream })
  const stopWatching = watch(makeClient, becomeSilent)

  return {
    pool,
    makeClient,
    async close() {
      closing = true
      // Track it until then: it closes when the server closes it, which a silent one does not.
      await pool.end()
      stopWatching()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Makes `connect`, and thus every query of the pool, fail immediately while the server is silent. */
function refuseWhile(pool: pg.Pool, isSilent: () => boolean): void {
  const connect = pool.connect.bind(pool) as (callback?: Callback) => unknown
  type Callback = (error: Error) => void
  pool.connect = ((callback?: Callback) => {
    if (!isSilent()) return connect(callback)
    return callback === undefined ? Promise.reject(silence()) : callback(silence())
  }) as typeof pool.connect
}

/**
 * Sends heartbeats. Counts time in ticks of the event loop: if the loop is blocked, a late response is not
 * the server's fault.
 */
function watch(makeClient: () => pg.Client, report: (silent: boolean) => void): () => void {
  let client: pg.Client | undefined
  let asking = false
  let missedBeats = 0

  async function ask(): Promise<void> {
    asking = true
    try {
      if (client === undefined) {
        client = makeClient()
        client.on('error', () => {})
        await client.connect()
      }
      await client.query('select 1')
      report(false)
    } catch {
      // A server that refuses connections is not silent: requests get its error immediately.
      client?.end().catch(() => {})
      client = undefined
    } finally {
      asking = false
      missedBeats = 0
    }
  }

  const timer = setInterval(() => {
    if (!asking) {
      ask()
      return
    }
    missedBeats += 1
    if (missedBeats % beatsUntilSilent === 0) report(true)
  }, beatMs).unref()

  return () => clearInterval(timer)
}
