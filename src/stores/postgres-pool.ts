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
  const stopWatching = watch(() => new pg.Client({ ...config, stream }), becomeSilent)

  return {
    pool,
    async close() {
      closing = true
      // Watched until the end: what is still at work must not wait for a silent server either.
      await pool.end()
      await stopWatching()
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
function watch(makeClient: () => pg.Client, report: (silent: boolean) => void): () => Promise<void> {
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
      await drop()
    } finally {
      asking = false
      missedBeats = 0
    }
  }

  async function drop(): Promise<void> {
    const dropped = client
    client = undefined
    await dropped?.end().catch(() => {})
  }

  const timer = setInterval(() => {
    if (!asking) {
      ask()
      return
    }
    missedBeats += 1
    if (missedBeats % beatsUntilSilent === 0) report(true)
  }, beatMs).unref()

  return async () => {
    clearInterval(timer)
    await drop()
  }
}
