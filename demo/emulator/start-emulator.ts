import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createEmulatorBackend } from './backend.ts'
import type { EmulatedBrand } from './emulated-answer.ts'
import type { EmulatedKind } from './emulated-prices.ts'
import { createFaults, type FaultRule, type Faults } from './faults.ts'
import { basePath, createHandler } from './handle-request.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { sendReply } from './send-reply.ts'
import { createWebhooks } from './webhooks.ts'

export interface EmulatorOptions {
  /** Brands that answers can mention. */
  brands: readonly EmulatedBrand[]
  /** The key of all providers. It contains a colon, since some take a login and a password. */
  apiKey?: string
  /** The text of the answer to a prompt; undefined for an invented answer. */
  answerTo?: ((prompt: string) => string | undefined) | undefined
  /** Determines all random choices. */
  seed?: string
  /** Defaults to 0, any free port. */
  port?: number
  faults?: readonly FaultRule[]
  /** How long a vendor works on a task. */
  workMs?: number
  /** The duration of a slow body. */
  slowMs?: number
  /** The only origin for webhooks; without it none are sent. */
  webhookOrigin?: string
  webhookSecret?: string
  /** The target of the `redirect` fault. */
  redirectTo?: string
  /** Whether to serve `/control/faults` and `/control/ledger` to clients with the key. */
  hasControl?: boolean
}

export interface Emulator {
  port: number
  origin: string
  apiKey: string
  /** The base URL for a source. */
  baseUrl(kind: EmulatedKind): string
  ledger: Ledger
  faults: Faults
  close(): Promise<void>
}

/**
 * Starts a loopback server that emulates every provider, each under its own path: it sells generated answers,
 * records the purchases, and injects faults. Its only input data are the brands.
 */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const { apiKey = 'emulated:key', seed = '1', webhookSecret = 'whsec_emulated', brands } = options
  const { workMs = 0, slowMs = 2000, redirectTo = 'http://127.0.0.1:9/' } = options
  const ledger = createLedger()
  const faults = createFaults(seed, options.faults)
  const webhooks = createWebhooks(options.webhookOrigin)
  const desk = createEmulatorBackend({
    ...{ seed, brands, workMs, ledger, webhooks, webhookSecret },
    answerTo: options.answerTo,
  })
  const handle = createHandler({ apiKey, desk, faults, ledger, hasControl: options.hasControl ?? false })
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    handle(request)
      .then((handled) => sendReply(response, handled, { slowMs, redirectTo }))
      .catch(() => response.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    port,
    origin,
    apiKey,
    baseUrl: (kind) => `${origin}${basePath(kind)}`,
    ledger,
    faults,
    async close() {
      webhooks.close()
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
