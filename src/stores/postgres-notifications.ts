import type pg from 'pg'

const retryMs = 1000

/**
 * Listens to a channel on its own connection and reconnects if it is lost.
 * @param onConnected called after each connect: earlier notifications are lost
 */
export type Listen = (
  channel: string,
  onNotification: (payload: string) => void,
  onConnected: () => void,
) => Promise<{ close(): Promise<void> }>

export const listenWith =
  (makeClient: () => pg.Client): Listen =>
  async (channel, onNotification, onConnected) => {
    let client: pg.Client | undefined
    let retry: NodeJS.Timeout | undefined
    let closed = false

    async function connect(): Promise<void> {
      const next = makeClient()
      client = next
      next.on('error', () => {})
      next.on('notification', ({ payload = '' }) => onNotification(payload))
      try {
        await next.connect()
        await next.query(`LISTEN ${next.escapeIdentifier(channel)}`)
        next.once('end', connectLater)
        onConnected()
      } catch {
        next.end().catch(() => {})
        connectLater()
      }
    }

    function connectLater(): void {
      if (!closed) retry = setTimeout(connect, retryMs).unref()
    }

    await connect()
    return {
      async close() {
        closed = true
        clearTimeout(retry)
        await client?.end()
      },
    }
  }
