import type { Socket } from 'node:net'
import { Client } from 'undici'
import { FetchProblem } from './fetch-problem.ts'
import { type OpenOptions, type OpenSocket, openConnection } from './open-connection.ts'
import type { Target } from './target.ts'

/** HTTP/1.1 over one guarded connection. It never connects a second time. */
export interface Connection {
  client: Client
  socket: Socket
  /** The address of the other end. */
  address: string
  /** Whether it has answered before: a server may close such a one at any moment. */
  isReused: boolean
}

export interface Connections {
  /** An idle connection to the target, or a new one. */
  take(target: Target, options: OpenOptions): Promise<Connection>
  /** Keeps a connection that can be used again, for as long as both ends like. */
  giveBack(target: Target, connection: Connection): void
  /** Closes a connection with whatever is under way on it. */
  discard(connection: Connection): void
  closeAll(): void
}

const idleMs = 4000
/** However long a server offers to keep it. */
const maxIdleMs = 15_000
/** Browsers take some hundred kilobytes; servers rarely send more than eight. */
const maxHeaderBytes = 64 * 1024

export function createConnections(): Connections {
  const idle = new Map<string, Connection[]>()
  const open = new Set<Connection>()

  function discard(connection: Connection): void {
    connection.client.destroy().catch(() => {})
    connection.socket.destroy()
  }

  function forget(origin: string, connection: Connection): void {
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
    async take(target, options) {
      const { origin } = target.url
      for (let reusable = takeIdle(origin); reusable !== undefined; reusable = takeIdle(origin)) {
        if (!reusable.socket.destroyed) return reusable
      }
      const connection = overHttp(origin, await openConnection(target, options))
      open.add(connection)
      connection.socket.once('close', () => forget(origin, connection))
      return connection
    },
    giveBack(target, connection) {
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
      // An answer at once would leave the request waiting: the client is still busy with asking.
      queueMicrotask(() => answer(null, socket))
    },
    pipelining: 1,
    // Else an environment variable could choose the experimental parser.
    useMilo: false,
    maxHeaderSize: maxHeaderBytes,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: maxIdleMs,
    // The fetcher has its own timers, which count the whole.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return { client, socket, address, isReused: false }
}
