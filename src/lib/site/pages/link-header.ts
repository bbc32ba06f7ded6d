import { factLimits } from './page-facts.ts'

export interface HeaderLink {
  /** As written, possibly relative. */
  target: string
  /** Lowercase. */
  rel: string
  hreflang: string
}

/** Reads a `Link` header (RFC 8288). Ignores invalid parts. */
export function readLinkHeader(header: string): HeaderLink[] {
  const links: HeaderLink[] = []
  const text = header.slice(0, 20_000)
  for (let from = text.indexOf('<'); from >= 0 && links.length < factLimits.alternates; ) {
    const to = text.indexOf('>', from)
    if (to < 0) break
    const end = endOfParameters(text, to + 1)
    const parameters = readParameters(text.slice(to + 1, end))
    links.push({
      target: text.slice(from + 1, to).trim(),
      rel: (parameters.get('rel') ?? '').toLowerCase(),
      hreflang: parameters.get('hreflang') ?? '',
    })
    from = text.indexOf('<', end)
  }
  return links
}

/** The index of the comma after a link’s parameters, outside quotes. */
function endOfParameters(text: string, from: number): number {
  let isQuoted = false
  for (let index = from; index < text.length; index++) {
    if (text[index] === '"') isQuoted = !isQuoted
    else if (text[index] === ',' && !isQuoted) return index
  }
  return text.length
}

function readParameters(text: string): Map<string, string> {
  const found = text.matchAll(/;\s*([a-z*]+)\s*=\s*(?:"([^"]*)"|([^\s;,"]*))/gi)
  return new Map(
    [...found].map(([, name = '', quoted, plain]) => [name.toLowerCase(), quoted ?? plain ?? '']),
  )
}
