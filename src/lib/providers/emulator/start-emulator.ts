import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { ProviderKind } from '../provider-kinds.ts'
import { createEmulatorBackend } from './backend.ts'
import type { EmulatedBrand } from './emulated-answer.ts'
import { createFaults, type FaultRule, type Faults } from './faults.ts'
import { basePath, createHandler } from './handle-request.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { sendReply } from './send-reply.ts'
import { createWebhooks } from './webhooks.ts'

export interface EmulatorOptions {
  /** What answers may name. */
  brands: readonly EmulatedBrand[]
  /** The one key of all providers; with a colon in it, since some take a login and a password. */
  apiKey?: string
  /** Whatever is left to chance follows from it. */
  seed?: string
  /** 0, the default, takes any that is free. */
  port?: number
  faults?: readonly FaultRule[]
  /** How long a vendor works on a task. */
  workMs?: number
  /** How long a slow body takes. */
  slowMs?: number
  /** The only origin where webhooks are called; without it none are. */
  webhookOrigin?: string
  webhookSecret?: string
  /** Where the fault of that name redirects to. */
  redirectTo?: string
  /** Whether `/control/faults` and `/control/ledger` are served, to whoever has the key. */
  hasControl?: boolean
}

export interface Emulator {
  port: number
  origin: string
  apiKey: string
  /** What a source’s base URL has to be. */
  baseUrl(kind: ProviderKind): string
  ledger: Ledger
  faults: Faults
  close(): Promise<void>
}

/**
 * Starts a server on loopback that stands in for every provider: it speaks their protocols, each below a path of its own,
 * sells invented answers, keeps an account of them, and misbehaves as it is told. It knows nobody’s data but its brands.
 */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const { apiKey = 'emulated:key', seed = '1', webhookSecret = 'whsec_emulated', brands } = options
  const { workMs = 0, slowMs = 2000, redirectTo = 'http://127.0.0.1:9/' } = options
  const ledger = createLedger()
  const faults = createFaults(seed, options.faults)
  const webhooks = createWebhooks(options.webhookOrigin)
  const desk = createEmulatorBackend({ seed, brands, workMs, ledger, webhooks, webhookSecret })
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
