import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import type { LogEntry, LogFormat } from './log-entry.ts'
import { openLog } from './open-log.ts'
import { detectFormat } from './read-log.ts'
import { readEntries, readEntry, rejectionsOf } from './testing/read-lines.ts'
import { vendorSamples } from './testing/vendor-samples.ts'

const request = {
  userAgent: 'Mozilla/5.0 (compatible; GPTBot/1.2)',
  host: 'shop.example.com',
  path: '/a%20b',
  query: 'page=2',
  method: 'GET',
  status: 200,
  referrer: 'https://example.com/',
}

const expected: Record<keyof typeof vendorSamples, LogEntry> = {
  alb: {
    ...request,
    timeMs: Date.UTC(2018, 6, 2, 22, 22, 48, 364),
    userAgent: 'Mozilla/5.0 (compatible; GPTBot/1.2; "x")',
    address: '10.0.1.252',
    bytes: 257,
    referrer: null,
  },
  s3: { ...request, timeMs: Date.UTC(2019, 1, 6, 0, 0, 38), address: '192.0.2.3', bytes: 113 },
  'cloudfront-realtime': { ...request, timeMs: 1_600_369_240_559, address: '192.0.2.100', bytes: 1391 },
  akamai: {
    timeMs: 1_573_840_000_250,
    userAgent: 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    address: '128.147.28.68',
    host: 'test.hostname.net',
    path: '/path1/a%20b',
    query: 'cmp=12',
    method: 'GET',
    status: 206,
    bytes: 4995,
    referrer: 'https://test.referrer.com/a',
  },
  gcp: { ...request, timeMs: Date.UTC(2026, 2, 1, 12, 30, 15), address: '192.0.2.8', bytes: 11_723 },
  azure: { ...request, timeMs: Date.UTC(2026, 2, 1, 12, 30, 15), address: '192.0.2.9', bytes: 5120 },
  bunny: {
    ...request,
    timeMs: 1_507_167_062_421,
    address: '163.172.53.229',
    host: 'shop.b-cdn.net',
    method: null,
    bytes: 412,
  },
  envoy: {
    ...request,
    timeMs: Date.UTC(2016, 3, 15, 20, 17, 0, 310),
    address: '10.0.35.28',
    status: 204,
    bytes: 12,
    referrer: null,
  },
  haproxy: {
    ...request,
    timeMs: Date.UTC(2009, 1, 6, 12, 14, 14, 655),
    address: '10.0.1.2',
    bytes: 2750,
  },
}

const formats = Object.keys(vendorSamples) as (keyof typeof vendorSamples)[]

it.each(formats)('reads every field of %s', (format) => {
  expect(readEntries(format, vendorSamples[format])).toEqual([expected[format]])
})

it.each(formats)('rejects lines of all other vendors as %s', (format) => {
  const others = formats.filter((other) => other !== format).flatMap((other) => vendorSamples[other])
  expect(readEntries(format, others)).toEqual([])
})

const [alb] = vendorSamples.alb as [string]
const [envoy] = vendorSamples.envoy as [string]
const [bunny] = vendorSamples.bunny as [string]
const [haproxy] = vendorSamples.haproxy as [string]
const [realtime] = vendorSamples['cloudfront-realtime'] as [string]

it.each<[LogFormat, string, string]>([
  ['alb', alb.replace('h2 ', 'tcp '), 'the column type has an unexpected value'],
  ['alb', alb.split(' ').slice(0, 12).join(' '), '12 columns where the format has 22'],
  ['alb', alb.replace(' 200 200 ', ' ok 200 '), 'the status is not a number'],
  ['envoy', envoy.replace(' 154 12 ', ' 154 x '), 'the column bytes_sent has an unexpected value'],
  ['bunny', bunny.replace('GPTBot', 'GPT|Bot'), 'the column request_id has an unexpected value'],
  ['haproxy', haproxy.replace('06/Feb/2009', '31/Feb/2009'), 'no valid time'],
  ['haproxy', 'Feb  6 12:14:14 localhost haproxy[14389]: Proxy http-in started.', 'does not match the format'],
])('rejects a line of %s with the reason: %#', (format, line, reason) => {
  expect(rejectionsOf(format, [line])).toEqual([reason])
})

it('reads Istio’s columns, and those of CloudFront with the server’s address', () => {
  const istio =
    '[2020-11-25T21:26:18.409Z] "GET /status/418 HTTP/1.1" 418 - via_upstream - "-" 0 135 3 1 "-" "curl/7.73.0-DEV" "84961386-6d84-929d-98bd-c5aee93b5c88" "httpbin:8000" "127.0.0.1:80" inbound|8000|| 127.0.0.1:41854 10.44.1.27:80 10.44.1.23:37652 outbound_.8000_._.httpbin.foo.svc.cluster.local default'
  expect(readEntry('envoy', istio)).toMatchObject({
    userAgent: 'curl/7.73.0-DEV',
    host: 'httpbin',
    path: '/status/418',
    status: 418,
    bytes: 135,
    address: null,
  })
  const withServer = realtime.replace('\t0.002\t', '\t203.0.113.1\t0.002\t')
  expect(readEntry('cloudfront-realtime', withServer)).toEqual(expected['cloudfront-realtime'])
})

it('tells HAProxy’s captured headers apart in any order, also encoded ones', () => {
  const agent = haproxy.replace(/\{.*\} \{\} /, '{GPTBot/1.2#22#7B#7D#7C} ')
  expect(readEntry('haproxy', agent)).toMatchObject({
    userAgent: 'GPTBot/1.2"{}|',
    host: null,
    referrer: null,
    path: '/a%20b',
  })
  expect(rejectionsOf('haproxy', [haproxy.replace(/\{.*\} \{\} /, '')])).toEqual([])
})

it('treats the addresses that Bunny made anonymous as unknown', () => {
  expect(readEntry('bunny', bunny.replace('163.172.53.229', '163.172.53.0'))?.address).toBeNull()
  expect(readEntry('bunny', bunny.replace('163.172.53.229', '2001:7d0:700d:db04::'))?.address).toBeNull()
})

it('reads Azure’s Application Gateway and skips other categories', () => {
  const gateway =
    '{"timeStamp":"2026-03-01T12:30:15Z","category":"ApplicationGatewayAccessLog","properties":{"clientIP":"192.0.2.9","httpMethod":"GET","requestUri":"/a%20b","requestQuery":"page=2","userAgent":"GPTBot/1.2","httpStatus":200,"sentBytes":553,"host":"shop.example.com"}}'
  expect(readEntry('azure', gateway)).toMatchObject({
    address: '192.0.2.9',
    query: 'page=2',
    status: 200,
    bytes: 553,
  })
  const probe = vendorSamples.azure[0]?.replace('FrontDoorAccessLog', 'FrontDoorHealthProbeLog') as string
  expect(readEntries('azure', [probe])).toEqual([])
  expect(rejectionsOf('azure', [probe])).toEqual([])
})

const cloudflareCsv = [
  'ClientIP,ClientRequestHost,ClientRequestMethod,ClientRequestURI,EdgeEndTimestamp,EdgeResponseBytes,EdgeResponseStatus,EdgeStartTimestamp,RayID,ClientRequestReferer,ClientRequestUserAgent',
  '192.0.2.7,shop.example.com,GET,/a%20b?page=2,2026-03-01T12:30:16Z,5120,200,2026-03-01T12:30:15Z,41ddf1740f67442d,https://example.com/,"Mozilla/5.0 (compatible; ""x"", GPTBot/1.2)"',
]

it('reads Cloudflare’s CSV by its header, also in joined files', () => {
  expect(detectFormat(cloudflareCsv)).toEqual({ format: 'cloudflare' })
  const entry = {
    ...request,
    timeMs: Date.UTC(2026, 2, 1, 12, 30, 15),
    userAgent: 'Mozilla/5.0 (compatible; "x", GPTBot/1.2)',
    address: '192.0.2.7',
    bytes: 5120,
  }
  expect(readEntries('cloudflare', [...cloudflareCsv, ...cloudflareCsv])).toEqual([entry, entry])
  expect(rejectionsOf('cloudflare', cloudflareCsv.slice(1))).toEqual([
    'no line with the names of the columns before it',
  ])
  expect(rejectionsOf('cloudflare', [...cloudflareCsv.slice(0, 1), 'a,b'])).toEqual([
    '2 columns where the header names 11',
  ])
})

const combined =
  '192.0.2.7 - - [01/Mar/2026:12:30:15 +0000] "GET /b%C3%BCcher HTTP/1.1" 200 2326 "-" "Böt \\"x\\" GPTBot/1.2"'

it('reads lines of any format in the logs of containers', () => {
  const docker = (line: string) =>
    JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: '2026-03-01T12:30:15.123456789Z' })
  const kubernetes = (line: string) => `2026-03-01T12:30:15.123456789Z stdout F ${line}`
  const plain = readEntries('combined', [combined])
  expect(plain).toHaveLength(1)
  for (const wrapped of [docker, kubernetes]) {
    expect(detectFormat([wrapped(combined)])).toEqual({ format: 'combined' })
    expect(readEntries('combined', [wrapped(combined)])).toEqual(plain)
    for (const format of formats) {
      const lines = vendorSamples[format].map(wrapped)
      expect(detectFormat(lines)).toEqual({ format })
      expect(readEntries(format, lines)).toEqual([expected[format]])
    }
  }
  expect(rejectionsOf('combined', [docker('a\0b'), docker('')])).toHaveLength(1)
})

it('reads Fastly’s lines for Splunk', () => {
  const line = JSON.stringify({
    time: 1_772_368_215,
    host: 'Fastly',
    sourcetype: 'access',
    event: {
      timestamp: '2026-03-01T12:30:15+0000',
      client_ip: '192.0.2.7',
      host: 'shop.example.com',
      url: '/a%20b?page=2',
      request_method: 'GET',
      request_referer: 'https://example.com/',
      request_user_agent: request.userAgent,
      response_status: 200,
      response_body_size: 5120,
      fastly_server: 'cache-fra',
    },
  })
  expect(detectFormat([line])).toEqual({ format: 'fastly' })
  const timeMs = Date.UTC(2026, 2, 1, 12, 30, 15)
  expect(readEntries('fastly', [line])).toEqual([{ ...request, timeMs, address: '192.0.2.7', bytes: 5120 }])
})

it('reads Vercel’s logs, a JSON array as its export writes it', async () => {
  const proxy = {
    timestamp: 1_573_817_250_172,
    ...{ region: 'sfo1', method: 'GET', host: 'shop.example.com', path: '/a%20b?page=2', scheme: 'https' },
    ...{ clientIp: '120.75.16.101', userAgent: [request.userAgent], referer: request.referrer },
    ...{ statusCode: 200, responseByteSize: 1024, cacheId: 'pdx1::v8g4b-1573817186643-4a5e3a4ac8c9' },
  }
  const record = {
    ...{ id: '1573817250283254651097202070', source: 'lambda', projectId: 'gdufoJxB6b9b1fEqr1jUtFkyavUU' },
    ...{ deploymentId: 'dpl_233NRGRjVZX1caZrXWtz5g1TAksD', host: 'my-app-abc123.vercel.app', statusCode: 200 },
    ...{ message: 'API request processed', timestamp: 1_573_817_250_283, level: 'info', proxy },
  }
  const lines: string[] = []
  const file = Readable.from([Buffer.from(JSON.stringify([record, record], null, 2))])
  for await (const part of openLog(file)) lines.push(...part.toString().trimEnd().split('\n'))
  expect(detectFormat(lines)).toEqual({ format: 'vercel' })
  const entry = { ...request, timeMs: 1_573_817_250_172, address: '120.75.16.101', bytes: 1024 }
  expect(readEntries('vercel', lines)).toEqual([entry, entry])
})

it('reads the same path from all formats, whether they decode it or not', () => {
  const fields = '#Fields: date time cs-uri-stem cs(User-Agent)'
  const iis = readEntry('w3c', fields, '2026-03-01 12:30:15 /bücher GPTBot/1.2')
  const json = readEntry('json', '{"ts":1772368215,"user_agent":"x","path":"/bücher"}')
  const raw = readEntry('combined', combined.replace('%C3%BC', '\\xc3\\xbc'))
  const sent = readEntry('combined', combined)
  expect([iis, json, raw, sent].map((entry) => entry?.path)).toEqual(Array(4).fill('/b%C3%BCcher'))
})
