import { Socket } from 'node:net'
import pg from 'pg'

const beatMs = 500

/** A server that has not answered a trivial question for so many beats is taken for one that has stopped. */
const beatsUntilSilent = 10

export interface PoolEvents {
  /** A connection was lost while nobody was waiting for its answer. */
  onLost(error: Error): void
  /** The server has stopped answering, or answers again. */
  onSilence(silent: boolean): void
}

export interface WatchedPool {
  pool: pg.Pool
  /** Makes a client outside of the pool, which ends with the others when the server is silent. */
  makeClient(): pg.Client
  close(): Promise<void>
}

/** What whoever waits for a silent server is told; the SQLSTATE of a server that takes no connections now. */
const silence = () => Object.assign(new Error('PostgreSQL does not answer'), { code: '57P03' })

/**
 * A pool of connections to a server that may stop without closing them: a process that was halted, a machine that is
 * gone. No timeout of a query tells that from work that takes long or waits for a lock. So one more connection asks
 * the server for a sign of life: without one, all connections end, and nobody waits for new ones until it answers.
 */
export function openPool(config: pg.PoolConfig, events: PoolEvents): WatchedPool {
  const sockets = new Set<Socket>()
  const stream = () => {
    const socket = new Socket()
    sockets.add(socket)
    return socket.once('close', () => sockets.delete(socket))
  }
  const pool = new pg.Pool({ ...config, stream })
  let silent = false
  let closing = false
  // A lost connection is told to whoever waits for its answer. With nobody waiting, it must not end the process.
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
  // No limit of its own for connecting: that would hide the silence.
  const makeClient = () => new pg.Client({ ...config, connectionTimeoutMillis: 0, stream })
  const stopWatching = watch(makeClient, becomeSilent)

  return {
    pool,
    makeClient,
    async close() {
      closing = true
      // Watched until then: a connection ends when the server closes it, which a silent one does not.
      await pool.end()
      stopWatching()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Lets `connect`, which every query of the pool begins with, fail at once while the server is silent. */
function refuseWhile(pool: pg.Pool, isSilent: () => boolean): void {
  const connect = pool.connect.bind(pool) as (callback?: Callback) => unknown
  type Callback = (error: Error) => void
  pool.connect = ((callback?: Callback) => {
    if (!isSilent()) return connect(callback)
    return callback === undefined ? Promise.reject(silence()) : callback(silence())
  }) as typeof pool.connect
}

/**
 * Asks for a sign of life again and again. Time is counted in beats of the event loop: while the loop itself is kept
 * busy, the server is not to blame for an answer that waits to be read.
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
      // A server that refuses is not silent: requests find that out at once by themselves.
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
