import { isIP } from 'node:net'

/** A server that replaces a host for any port and scheme. Plain data. */
export interface HostOverride {
  /** Lowercase, as in URLs. */
  host: string
  address: string
  port: number
}

/**
 * Reads a comma-separated list of hosts and the servers that replace them: `a.example=127.0.0.1:8080`.
 * @throws Error with the accepted forms, to follow a variable’s name
 */
export function parseHostOverrides(text: string): HostOverride[] {
  if (text.trim() === '') return []
  return text.split(',').map((item) => parseItem(item.trim()))
}

function parseItem(item: string): HostOverride {
  const [host = '', place = '', ...rest] = item.split('=')
  const [, v6, v4, port = ''] = /^(?:\[([^\]]*)\]|([^:]*)):([1-9]\d{0,4})$/.exec(place) ?? []
  const address = v6 ?? v4 ?? ''
  const isPlace = isIP(address) === (v6 === undefined ? 4 : 6) && !address.includes('%') && Number(port) <= 65_535
  if (rest.length > 0 || !isHostName(host) || !isPlace)
    throw new Error(
      `must list hosts and the servers that replace them, such as www.example.com=127.0.0.1:8080; "${item}" is invalid`,
    )
  return { host, address, port: Number(port) }
}

/** Whether a text is a host name as spelled in URLs; another spelling would never match. */
const isHostName = (text: string) => URL.parse(`http://${text}/`)?.hostname === text && isIP(text) === 0
