import type { Fault } from './faults.ts'
import type { WebhookPost } from './service.ts'

const timeoutMs = 5000

export interface Webhooks {
  /** Calls a webhook after a delay, with its fault. */
  callAfter(delayMs: number, postOf: () => WebhookPost, fault: Fault | undefined): void
  close(): void
}

/**
 * Creates the sender of webhooks. It calls only one origin, so that clients cannot reach other servers.
 * @param origin undefined sends none
 */
export function createWebhooks(origin: string | undefined): Webhooks {
  const timers = new Set<NodeJS.Timeout>()
  const closing = new AbortController()

  async function send({ url, headers, body }: WebhookPost): Promise<void> {
    if (URL.parse(url)?.origin !== origin) return
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)])
    // Ignores failures: clients poll if a webhook does not arrive.
    await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal }).catch(() => {})
  }

  return {
    callAfter(delayMs, postOf, fault) {
      const timer = setTimeout(async () => {
        timers.delete(timer)
        const post = postOf()
        if (fault === 'webhook_forged') await send(forged(post))
        else await send(post)
        if (fault === 'webhook_twice') await send(post)
      }, delayMs)
      timer.unref()
      timers.add(timer)
    },
    close() {
      for (const timer of timers) clearTimeout(timer)
      closing.abort()
    },
  }
}

/** A webhook from a sender that knows the URL, but neither the secret nor a task. */
const forged = ({ url, headers }: WebhookPost): WebhookPost => ({
  url: url.replaceAll(/\bid=[^&]*/g, 'id=forged'),
  headers: {
    ...headers,
    'content-encoding': 'identity',
    ...('x-cloro-signature' in headers && { 'x-cloro-signature': 'v1=00' }),
  },
  body: JSON.stringify({
    id: 'forged',
    task_id: 'forged',
    task: { id: 'forged', status: 'COMPLETED' },
    response: { text: 'forged' },
  }),
})
