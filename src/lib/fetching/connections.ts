import type { Socket } from 'node:net'
import { Client } from 'undici'
import { FetchProblem } from './fetch-problem.ts'
import { type OpenOptions, type OpenSocket, openConnection } from './open-connection.ts'
import type { Target } from './target.ts'

/** HTTP/1.1 over one guarded connection. Never reconnects. */
export interface Connection {
  client: Client
  socket: Socket
  /** The address of the server. */
  address: string
  /** Whether it served a request before: the server can close it at any moment. */
  isReused: boolean
}

const idleMs = 4000
/** Applies even if the server offers longer. */
const maxIdleMs = 15_000
/** Browsers accept some hundred kilobytes; servers rarely send more than eight. */
const maxHeaderBytes = 64 * 1024

export function createConnections() {
  const idle = new Map<string, Connection[]>()
  const open = new Set<Connection>()

  /** Closes a connection and aborts its request. */
  function discard(connection: Connection): void {
    connection.client.destroy().catch(() => {})
    connection.socket.destroy()
  }

  function remove(origin: string, connection: Connection): void {
    open.delete(connection)
    const reusable = (idle.get(origin) ?? []).filter((other) => other !== connection)
    if (reusable.length > 0) idle.set(origin, reusable)
    else idle.delete(origin)
  }

  function takeIdle(origin: string): Connection | undefined {
    const reusable = idle.get(origin)
    const connection = reusable?.pop()
    if (reusable?.length === 0) idle.delete(origin)
    return connection
  }

  return {
    /** Takes an idle connection to the target, or opens one. */
    async take(target: Target, options: OpenOptions): Promise<Connection> {
      const { origin } = target.url
      for (let reusable = takeIdle(origin); reusable !== undefined; reusable = takeIdle(origin)) {
        if (!reusable.socket.destroyed) return reusable
      }
      const connection = overHttp(origin, await openConnection(target, options))
      open.add(connection)
      connection.socket.once('close', () => remove(origin, connection))
      return connection
    },
    /** Returns a reusable connection to the pool. */
    giveBack(target: Target, connection: Connection) {
      const { origin } = target.url
      connection.isReused = true
      if (!connection.socket.destroyed) idle.set(origin, [...(idle.get(origin) ?? []), connection])
    },
    discard,
    closeAll() {
      for (const connection of open) discard(connection)
    },
  }
}

function overHttp(origin: string, { socket, address }: OpenSocket): Connection {
  let isUsed = false
  const client = new Client(origin, {
    connect: (_options, answer) => {
      if (isUsed) return answer(new FetchProblem('closed_early', 'the connection is closed'), null)
      isUsed = true
      // A synchronous callback would leave the request waiting: the client is still connecting.
      queueMicrotask(() => answer(null, socket))
    },
    pipelining: 1,
    // Otherwise an environment variable could choose the experimental parser.
    useMilo: false,
    maxHeaderSize: maxHeaderBytes,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: maxIdleMs,
    // The fetcher has its own timers, which cover the whole request.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return { client, socket, address, isReused: false }
}
