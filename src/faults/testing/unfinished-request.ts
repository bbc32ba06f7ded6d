import { connect } from 'node:net'

/** A request that the server has seen the beginning of, and waits for the rest of for some seconds. */
export async function openUnfinishedRequest(url: string): Promise<{ close(): void }> {
  const { hostname, port } = new URL(url)
  const unfinished = connect(Number(port), hostname)
  unfinished.write('GET /healthz HTTP/1.1\r\nhost: x\r\nx-unfinished: ')
  await new Promise((resolve) => unfinished.once('connect', resolve))
  unfinished.on('error', () => {})
  // The server has seen the connection once it answers on one that came later.
  await fetch(`${url}/healthz`)
  return { close: () => unfinished.destroy() }
}
