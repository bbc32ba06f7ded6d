import parameters from './visit-parameters.json' with { type: 'json' }

/**
 * Parameters for statistics, which identify visitors or their origin and never select a page. Excludes names
 * that some sites use for content (`ref`, `source`, `sid`).
 */
const statistics = new Set(parameters.statistics)
const sessions = new Set(parameters.sessions)

/**
 * The canonical form of a URL in an audit. Normalizes what no server distinguishes: case of scheme and host,
 * default port, dot segments, the fragment, unnecessary or lowercase percent-encoding (RFC 3986, section
 * 6.2.2) and an empty query. Removes statistics and session parameters. Keeps everything that can select
 * another page: trailing slashes, the order of parameters, capitals, `www.`.
 * @returns undefined for an invalid URL or one with a user name
 */
export function crawlAddress(text: string, base?: string): string | undefined {
  const url = URL.parse(text, base)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  if (url.username !== '' || url.password !== '') return undefined
  const query = withoutVisit(url.search.slice(1))
  const path = url.pathname.replace(/;jsessionid=[^/;]*/gi, '')
  return url.origin + plainEncoding(path) + (query === '' ? '' : `?${plainEncoding(query)}`)
}

function withoutVisit(query: string): string {
  if (query === '') return ''
  return query
    .split('&')
    .filter((parameter) => {
      const [name = ''] = parameter.toLowerCase().split('=', 1)
      return !name.startsWith('utm_') && !statistics.has(name) && !sessions.has(name)
    })
    .join('&')
}

/**
 * RFC 3986, sections 6.2.2.1 and 6.2.2.2. Keeps an encoded dot, which could become a dot segment, and an
 * encoding after an incomplete one, which it could complete.
 */
function plainEncoding(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(/(?<!%[0-9a-f]?)%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return /[\w~-]/.test(character) ? character : encoded.toUpperCase()
  })
}
