import type { PlannedHit } from './scenes.ts'

/** Writes a log in one format, as its server or CDN does. */
export interface LogWriter {
  header?: string
  line(hit: PlannedHit, number: number): string
  /** Whether the lines have no method, so that only `GET` can be planned. */
  hasNoMethod?: boolean
  /** Parameters of the import in addition to the format. */
  custom?: { fields: string[]; delimiter: string }
}

/** Formats whose lines hold no referrer, so that they cannot show most visits. */
export const withoutReferrer: Readonly<Record<string, string>> = {
  alb: 'Application Load Balancers log no referrer',
  envoy: 'the default formats of Envoy and Istio have no referrer',
  common: 'the Common Log Format has neither referrer nor user agent',
}

const site = 'acme.com'
const iso = (atMs: number) => new Date(atMs).toISOString()
const dash = (text: string) => (text === '' ? '-' : text)
const [path, query] = [
  ({ target }: PlannedHit) => target.split('?')[0] as string,
  ({ target }: PlannedHit) => (target.includes('?') ? target.slice(target.indexOf('?') + 1) : ''),
]
const spaced = (agent: string) => agent.replaceAll(' ', '%20')
const url = ({ target }: PlannedHit) => `https://${site}${target}`
const escaped = (text: string) => text.replaceAll('%', '%25')

const clf = (atMs: number) => {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(new Date(atMs).toUTCString()) ?? []
  return `${day}/${month}/${year}:${time}`
}
const combined = ({ address, atMs, method, target, status, referrer, agent }: PlannedHit) =>
  `${address} - - [${clf(atMs)} +0000] "${method} ${target} HTTP/1.1" ${status} 512 "${dash(referrer)}" "${agent}"`
const json = (record: (hit: PlannedHit, number: number) => object): LogWriter => ({
  line: (hit, number) => JSON.stringify(record(hit, number)),
})
const columns = (delimiter: string, values: (hit: PlannedHit, number: number) => (string | number)[]) => ({
  line: (hit: PlannedHit, number: number) => values(hit, number).join(delimiter),
})

export const logWriters: Readonly<Record<string, LogWriter>> = {
  combined: { line: combined },
  'combined-vhost': { line: (hit) => `${site}:443 ${combined(hit)}` },
  json: json((hit) => ({
    ...{ ts: iso(hit.atMs), path: path(hit), query: query(hit), method: hit.method, status: hit.status },
    ...{ referrer: hit.referrer, remote_addr: hit.address, user_agent: hit.agent, host: site },
  })),
  cloudflare: json((hit) => ({
    ...{ EdgeStartTimestamp: iso(hit.atMs), ClientIP: hit.address, ClientRequestHost: site },
    ...{ ClientRequestURI: hit.target, ClientRequestMethod: hit.method, EdgeResponseStatus: hit.status },
    ...{ ClientRequestReferer: hit.referrer, ClientRequestUserAgent: hit.agent, EdgeResponseBytes: 512 },
  })),
  cloudfront: {
    header:
      '#Version: 1.0\n#Fields: date time c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query x-host-header sc-bytes\n',
    ...columns('\t', (hit) => [
      ...[iso(hit.atMs).slice(0, 10), iso(hit.atMs).slice(11, 19), hit.address, hit.method, 'd1.cloudfront.net'],
      ...[escaped(path(hit)), hit.status, dash(escaped(hit.referrer)), spaced(hit.agent)],
      ...[dash(escaped(query(hit))), site, 512],
    ]),
  },
  'cloudfront-realtime': columns('\t', (hit, number) => [
    ...[`${hit.atMs / 1000}.000`, hit.address, '0.002', hit.status, 512, hit.method, 'https', 'd1.cloudfront.net'],
    ...[escaped(path(hit)), 48, 'HIO50-C1', `id${number}==`, site, '0.003', 'HTTP/2.0', 'IPv4'],
    ...[spaced(hit.agent), dash(escaped(hit.referrer)), '-', dash(escaped(query(hit))), 'Hit'],
  ]),
  s3: {
    line: (hit, number) =>
      `79a59df900b949e5 bucket [${clf(hit.atMs)} +0000] ${hit.address} - ${number} WEBSITE.GET.OBJECT key "${hit.method} ${hit.target} HTTP/1.1" ${hit.status} - 512 512 7 - "${dash(hit.referrer)}" "${hit.agent}" - s9lz= - ECDHE-RSA-AES128-GCM-SHA256 - ${site} TLSV1.2`,
  },
  akamai: json((hit) => ({
    ...{
      version: '1',
      reqTimeSec: `${hit.atMs / 1000}.000`,
      cliIP: hit.address,
      statusCode: `${hit.status}`,
    },
    ...{ reqHost: site, reqMethod: hit.method, reqPath: path(hit), queryStr: query(hit), bytes: '512' },
    ...{
      UA: encodeURIComponent(hit.agent).replaceAll('%20', '+'),
      referer: encodeURIComponent(hit.referrer),
    },
  })),
  gcp: json((hit, number) => ({
    httpRequest: {
      ...{ referer: hit.referrer, remoteIp: hit.address, requestMethod: hit.method, requestUrl: url(hit) },
      ...{ responseSize: '512', status: hit.status, userAgent: hit.agent },
    },
    ...{ insertId: `${number}`, logName: 'projects/p/logs/requests', timestamp: iso(hit.atMs) },
  })),
  azure: json((hit, number) => ({
    ...{ time: iso(hit.atMs), category: 'FrontDoorAccessLog' },
    properties: {
      ...{
        trackingReference: `${number}`,
        httpMethod: hit.method,
        requestUri: `https://${site}:443${hit.target}`,
      },
      ...{ responseBytes: '512', userAgent: hit.agent, clientIp: hit.address, hostName: site },
      ...{ httpStatusCode: `${hit.status}`, referer: hit.referrer },
    },
  })),
  bunny: {
    hasNoMethod: true,
    ...columns('|', (hit, number) => [
      ...['HIT', hit.status, hit.atMs, 512, 390, hit.address, dash(hit.referrer), url(hit), 'WA', hit.agent],
      ...[number.toString(16).padStart(32, '0'), 'DE'],
    ]),
  },
  haproxy: {
    line: (hit) =>
      `Jun  6 12:14:14 localhost haproxy[14389]: ${hit.address}:33317 [${clf(hit.atMs)}.000] http-in static/srv1 10/0/30/69/109 ${hit.status} 512 - - ---- 1/1/1/1/0 0/0 {${site}|${hit.agent}|${hit.referrer}} {} "${hit.method} ${hit.target} HTTP/1.1"`,
  },
  vercel: json((hit, number) => ({
    ...{ requestId: `r${number}`, timestamp: hit.atMs, deploymentId: 'd', host: site },
    proxy: {
      ...{ timestamp: hit.atMs, method: hit.method, host: site, path: hit.target, userAgent: [hit.agent] },
      ...{ referer: hit.referrer, statusCode: hit.status, clientIp: hit.address },
    },
  })),
  netlify: json((hit) => ({
    ...{ log_type: 'traffic', timestamp: iso(hit.atMs), client_ip: hit.address, method: hit.method },
    ...{
      url: url(hit),
      status_code: hit.status,
      referrer: hit.referrer,
      user_agent: hit.agent,
      domain: site,
    },
  })),
  fastly: json((hit) => ({
    ...{ timestamp: iso(hit.atMs), client_ip: hit.address, host: site, url: hit.target, fastly_server: 'c' },
    ...{ request_method: hit.method, response_status: hit.status, request_referer: hit.referrer },
    ...{ request_user_agent: hit.agent },
  })),
  w3c: {
    header:
      '#Software: Microsoft Internet Information Services 10.0\n#Fields: date time cs-method cs-uri-stem cs-uri-query c-ip cs(User-Agent) cs(Referer) cs-host sc-status sc-bytes\n',
    ...columns(' ', (hit) => [
      ...[iso(hit.atMs).slice(0, 10), iso(hit.atMs).slice(11, 19), hit.method, path(hit), dash(query(hit))],
      ...[hit.address, hit.agent.replaceAll('+', '++').replaceAll(' ', '+'), dash(hit.referrer), site],
      ...[hit.status, 512],
    ]),
  },
  custom: {
    header: 'when;who;what;how;code;whence;with\n',
    custom: {
      fields: [
        'time=when',
        'address=who',
        'path=what',
        'method=how',
        'status=code',
        'referrer=whence',
        'user-agent=with',
      ],
      delimiter: 'semicolon',
    },
    ...columns(';', (hit) =>
      [hit.atMs, hit.address, hit.target, hit.method, hit.status, hit.referrer, hit.agent].map((value) => `"${value}"`),
    ),
  },
}

/** Writes a part of a log, with the header that each file begins with. */
export const writeLog = ({ header = '', line, hasNoMethod }: LogWriter, hits: readonly PlannedHit[], first = 0) =>
  header +
  hits
    .flatMap((hit, at) =>
      hasNoMethod && hit.method !== 'GET'
        ? []
        : [
            `${line(hit, first + at)}
`,
          ],
    )
    .join('')
