import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { isIPv6, connect as openTcp, type Socket } from 'node:net'
import { connect as openTls, type TLSSocket } from 'node:tls'
import pLimit from 'p-limit'
import { type AddressGuard, canonicalAddress } from './address-guard.ts'
import { raceAbort } from './deadline.ts'
import { errorCode, FetchProblem, isUnknownHost } from './fetch-problem.ts'
import type { HostOverride } from './host-overrides.ts'
import type { Target } from './target.ts'

export type Resolve = (host: string) => Promise<string[]>

/**
 * Concurrent DNS lookups. Each blocks one of the four threads that embedded ClickHouse queries also need, for
 * as long as a slow name server takes.
 */
const lookups = pLimit(2)

/** Uses the system resolver, including its hosts file: intranet names are often known only there. */
export const resolveHost: Resolve = async (host) => {
  const found = await lookups(() => lookup(host, { all: true }))
  return found.map(({ address }) => address)
}

export interface OpenOptions {
  guard: AddressGuard
  resolve: Resolve
  standIns: readonly HostOverride[]
  /** Certificate authorities in PEM. Replace Node’s defaults. */
  ca: string[] | undefined
  signal: AbortSignal
}

export interface OpenSocket {
  socket: Socket
  /** The checked address of the server. */
  address: string
}

/** A name can have any number of addresses. All are checked; this many are tried. */
const maxTriedAddresses = 8
/** The next address is tried if there is no connection after this time. */
const attemptMs = 1000

/**
 * Connects to a target, or to the server that replaces it. Checks every address of the host, connects to
 * exactly these addresses without another lookup, and checks the peer’s address before sending a byte.
 * @throws FetchProblem
 */
export async function openConnection(target: Target, options: OpenOptions): Promise<OpenSocket> {
  const standIn = options.standIns.find(({ host }) => host === target.host)
  if (standIn !== undefined) return openStandIn(target, standIn, options.signal)
  const addresses = target.isAddress ? [target.host] : await addressesOf(target, options)
  for (const address of addresses) options.guard.check(target, address)
  const socket = await connect(target, addresses.slice(0, maxTriedAddresses), options.signal)
  try {
    const address = checkPeer(target, socket, addresses, options.guard)
    return { socket: target.isSecure ? await secure(target, socket, options) : socket, address }
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** Without TLS: the operator chose the server, and it has no certificate for the host. */
async function openStandIn(target: Target, { address, port }: HostOverride, signal: AbortSignal): Promise<OpenSocket> {
  return { socket: await connect({ ...target, port }, [address], signal), address }
}

async function addressesOf(target: Target, { resolve, signal }: OpenOptions): Promise<string[]> {
  const { host } = target
  const addresses = await raceAbort(() => resolve(host), signal).catch((error: unknown) => {
    if (signal.aborted) throw error
    const message = isUnknownHost(error) ? `the host ${host} does not exist` : `${host} could not be looked up`
    throw new FetchProblem('dns', message, { cause: error })
  })
  if (addresses.length === 0) throw new FetchProblem('dns', `${host} has no address`)
  return addresses
}

async function connect(target: Target, addresses: string[], signal: AbortSignal): Promise<Socket> {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  const socket = openTcp({
    host: target.host,
    port: target.port,
    lookup: (_host, _options, answer) => answer(null, found),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptMs,
    noDelay: true,
  })
  ignoreLateErrors(socket)
  try {
    await once(socket, 'connect', { signal })
    return socket
  } catch (error) {
    socket.destroy()
    if (signal.aborted) throw signal.reason
    const message = `${target.host} does not accept connections on port ${target.port}`
    throw new FetchProblem('connect', message, { cause: error })
  }
}

function checkPeer(target: Target, socket: Socket, addresses: string[], guard: AddressGuard): string {
  const { remoteAddress } = socket
  if (remoteAddress === undefined) {
    throw new FetchProblem('connect', `${target.host} closed the connection immediately`)
  }
  guard.check(target, remoteAddress)
  const reached = canonicalAddress(remoteAddress)
  if (reached === undefined || !addresses.some((address) => canonicalAddress(address) === reached)) {
    throw new FetchProblem('refused_address', `${target.host} connected to an address that it does not resolve to`, {
      operatorDetail: `${remoteAddress} answered instead of ${addresses.join(', ')}`,
    })
  }
  return reached
}

async function secure(target: Target, socket: Socket, options: OpenOptions): Promise<TLSSocket> {
  const name = target.host.replace(/\.$/, '')
  const tls = openTls({
    socket,
    host: name,
    // RFC 6066 does not allow IP addresses as server names.
    servername: target.isAddress ? '' : name,
    ALPNProtocols: ['http/1.1'],
    // Explicit, as NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise disable it.
    rejectUnauthorized: true,
    ...(options.ca && { ca: options.ca }),
  })
  ignoreLateErrors(tls)
  try {
    await once(tls, 'secureConnect', { signal: options.signal })
    return tls
  } catch (error) {
    tls.destroy()
    if (options.signal.aborted) throw options.signal.reason
    throw new FetchProblem('tls', `${target.host} ${tlsFault(errorCode(error))}`, { cause: error })
  }
}

function tlsFault(code: string): string {
  if (code === 'CERT_HAS_EXPIRED') return 'has a certificate that has expired'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'has a certificate for another name'
  if (code.includes('SELF_SIGNED')) return 'has a self-signed certificate'
  if (code.startsWith('UNABLE_TO_')) return 'has a certificate whose chain is incomplete or not trusted'
  if (code.startsWith('CERT_')) return 'has a certificate that is not valid'
  return 'did not complete a TLS handshake'
}

// An unhandled error event would end the process; the user of the connection sees the errors that matter.
function ignoreLateErrors(socket: Socket): void {
  socket.on('error', () => {})
}
