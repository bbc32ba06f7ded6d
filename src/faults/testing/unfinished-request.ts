import { connect } from 'node:net'

/** A request whose beginning the server has received; it waits some seconds for the rest. */
export async function openUnfinishedRequest(url: string): Promise<{ close(): void }> {
  const { hostname, port } = new URL(url)
  const unfinished = connect(Number(port), hostname)
  unfinished.write('GET /healthz HTTP/1.1\r\nhost: x\r\nx-unfinished: ')
  await new Promise((resolve) => unfinished.once('connect', resolve))
  unfinished.on('error', () => {})
  // The server has accepted the connection once it answers on a later one.
  await fetch(`${url}/healthz`)
  return { close: () => unfinished.destroy() }
}
