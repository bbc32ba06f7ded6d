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

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<string[]>

/**
 * Names that are looked up at a time. Each takes one of the four threads that queries of the embedded ClickHouse need as
 * well, for as long as a slow server of names likes.
 */
const lookups = pLimit(2)

/** The machine’s own resolver, its hosts file included: names of an intranet are often known to nothing else. */
export const resolveHost: Resolve = async (host) => {
  const found = await lookups(() => lookup(host, { all: true }))
  return found.map(({ address }) => address)
}

export interface OpenOptions {
  guard: AddressGuard
  resolve: Resolve
  standIns: readonly HostOverride[]
  /** Certificate authorities in PEM, in place of those that Node brings. */
  ca: string[] | undefined
  signal: AbortSignal
}

export interface OpenSocket {
  socket: Socket
  /** The address of the other end, as it was checked. */
  address: string
}

/** A name may have any number of addresses; all are checked, this many tried. */
const triedAddresses = 8
/** After this long without an answer the next address is tried. */
const attemptMs = 1000

/**
 * Connects to a target, or to the server in its place. Every address that its host leads to is checked, the connection is made to those very
 * addresses without another look-up, and the address of the other end is checked again before a byte is sent.
 * @throws FetchProblem
 */
export async function openConnection(target: Target, options: OpenOptions): Promise<OpenSocket> {
  const standIn = options.standIns.find(({ host }) => host === target.host)
  if (standIn !== undefined) return openStandIn(target, standIn, options.signal)
  const addresses = target.isAddress ? [target.host] : await addressesOf(target, options)
  for (const address of addresses) options.guard.check(target, address)
  const socket = await connect(target, addresses.slice(0, triedAddresses), options.signal)
  try {
    const address = checkOtherEnd(target, socket, addresses, options.guard)
    return { socket: target.isSecure ? await secure(target, socket, options) : socket, address }
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** Without TLS: whoever names the server knows it, and it has no certificate of the host. */
async function openStandIn(
  target: Target,
  { address, port }: HostOverride,
  signal: AbortSignal,
): Promise<OpenSocket> {
  return { socket: await connect({ ...target, port }, [address], signal), address }
}

async function addressesOf(target: Target, { resolve, signal }: OpenOptions): Promise<string[]> {
  const { host } = target
  const addresses = await raceAbort(() => resolve(host), signal).catch((error: unknown) => {
    if (signal.aborted) throw error
    const message = isUnknownHost(error) ? `there is no host ${host}` : `${host} could not be looked up`
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
    const message = `${target.host} takes no connection on port ${target.port}`
    throw new FetchProblem('connect', message, { cause: error })
  }
}

function checkOtherEnd(target: Target, socket: Socket, addresses: string[], guard: AddressGuard): string {
  const { remoteAddress } = socket
  if (remoteAddress === undefined) {
    throw new FetchProblem('connect', `${target.host} closed the connection at once`)
  }
  guard.check(target, remoteAddress)
  const reached = canonicalAddress(remoteAddress)
  if (reached === undefined || !addresses.some((address) => canonicalAddress(address) === reached)) {
    throw new FetchProblem('refused_address', `${target.host} led to another address than it named`, {
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
    // Server names are names: RFC 6066 rules out addresses.
    servername: target.isAddress ? '' : name,
    ALPNProtocols: ['http/1.1'],
    // Said here, as NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise switch it off.
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

// An error nobody listens for ends the process; those that matter reach whoever uses the connection.
function ignoreLateErrors(socket: Socket): void {
  socket.on('error', () => {})
}
