/**
 * Parameters that tell a site’s statistics where a visitor comes from, or who it is, and never which page is meant.
 * Names that some site may mean otherwise (`ref`, `source`, `sid`) are not among them.
 */
const statistics = new Set([
  ...[
    'fbclid',
    'gclid',
    'gclsrc',
    'dclid',
    'gbraid',
    'wbraid',
    'msclkid',
    'yclid',
    'ttclid',
    'twclid',
    'igshid',
  ],
  ...[
    'li_fat_id',
    'mc_cid',
    'mc_eid',
    'mkt_tok',
    '_ga',
    '_gl',
    '_hsenc',
    '_hsmi',
    'hsctatracking',
    'oly_anon_id',
  ],
  ...['oly_enc_id', 'vero_id', 'wickedid', 'rb_clickid', 's_cid', 'srsltid'],
])
const sessions = new Set(['phpsessid', 'jsessionid', 'cfid', 'cftoken', 'oscsid', 'zenid', 'aspsessionid'])

/**
 * The one address under which an audit knows a page. Spellings become one that no server tells apart: what browsers
 * make equal (case of scheme and host, default port, dot segments), the fragment, needless or small-lettered
 * percent-encoding (RFC 3986, 6.2.2), an empty query; and so do visits counted apart: parameters of statistics and
 * sessions are left out. Everything else may be another page and stays: a slash at the end, the order of parameters,
 * capitals, `www.`.
 * @returns undefined for what is no address of the web, or bears a user name
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
 * RFC 3986, 6.2.2.1 and 6.2.2.2; a dot stays encoded, as it could become a dot segment, and so does what follows half an
 * encoding, which it could make a whole one.
 */
function plainEncoding(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(/(?<!%[0-9a-f]?)%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return /[\w~-]/.test(character) ? character : encoded.toUpperCase()
  })
}
