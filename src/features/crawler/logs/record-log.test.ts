import { describe, expect, it } from 'vitest'
import type { LogFormat } from './log-entry.ts'
import { emptyEntry, readEntries, readEntry, rejectionsOf } from './testing/read-lines.ts'

const agent = 'Mozilla/5.0 AppleWebKit/537.36 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)'
const timeMs = Date.UTC(2026, 2, 1, 12, 30, 15)
const expected = {
  timeMs,
  userAgent: agent,
  address: '192.0.2.7',
  host: 'www.example.com',
  path: '/blog/a%20b',
  query: 'page=2',
  method: 'GET',
  status: 200,
  bytes: 5120,
  referrer: 'https://example.com/',
}
const read = (format: LogFormat, record: object) => readEntry(format, JSON.stringify(record))

describe('Cloudflare', () => {
  const record = {
    CacheCacheStatus: 'miss',
    ClientIP: '192.0.2.7',
    ClientRequestHost: 'www.example.com',
    ClientRequestMethod: 'GET',
    ClientRequestPath: '/blog/a%20b',
    ClientRequestReferer: 'https://example.com/',
    ClientRequestURI: '/blog/a%20b?page=2',
    ClientRequestUserAgent: agent,
    EdgeEndTimestamp: '2026-03-01T12:30:16Z',
    EdgeResponseBytes: 5120,
    EdgeResponseStatus: 200,
    EdgeStartTimestamp: '2026-03-01T12:30:15Z',
    RayID: '41ddf1740f67442d',
  }

  it('accepts all three timestamp formats', () => {
    expect(read('cloudflare', record)).toEqual(expected)
    for (const EdgeStartTimestamp of [timeMs / 1000, timeMs * 1_000_000])
      expect(read('cloudflare', { ...record, EdgeStartTimestamp })).toEqual(expected)
  })

  it('requires only a time and a user agent', () => {
    const { EdgeEndTimestamp, ClientRequestUserAgent, ...rest } = record
    const minimal = { EdgeEndTimestamp, ClientRequestUserAgent }
    expect(read('cloudflare', minimal)).toEqual({ ...emptyEntry, timeMs: timeMs + 1000, userAgent: agent })
    expect(read('cloudflare', rest)).toBeUndefined()
  })
})

it('decodes user agents and percent signs of CloudFront', () => {
  const record = {
    date: '2026-03-01',
    time: '12:30:15',
    'x-edge-location': 'FRA56-P1',
    'sc-bytes': '5120',
    'c-ip': '192.0.2.7',
    'cs-method': 'GET',
    'cs(Host)': 'd111111abcdef8.cloudfront.net',
    'cs-uri-stem': '/blog/a%2520b',
    'sc-status': '200',
    'cs(Referer)': 'https://example.com/',
    'cs(User-Agent)': encodeURIComponent(agent),
    'cs-uri-query': 'page=2',
    'x-host-header': 'www.example.com',
  }
  expect(read('cloudfront', record)).toEqual(expected)
  const stamped = { ...record, date: undefined, time: undefined, 'timestamp(ms)': String(timeMs) }
  expect(read('cloudfront', stamped)).toEqual(expected)
})

describe('Vercel', () => {
  const proxy = {
    timestamp: timeMs,
    method: 'GET',
    host: 'www.example.com',
    path: '/blog/a%20b?page=2',
    userAgent: [agent],
    referer: 'https://example.com/',
    statusCode: 200,
    clientIp: '192.0.2.7',
    scheme: 'https',
  }
  const record = {
    id: '1573817187330377061717300000',
    deploymentId: 'dpl_233NRGRjVZX1caZrXWtz5g1TAksD',
    source: 'static',
    host: 'project-abc.vercel.app',
    timestamp: timeMs + 40,
    requestId: '643af4e3-975a-4cc7-9e7a-1eda11539d90',
    statusCode: 200,
    proxy,
  }

  it('reads the request from `proxy`', () => {
    expect(read('vercel', record)).toEqual({ ...expected, bytes: null })
    expect(read('vercel', { ...record, proxy: { ...proxy, responseByteSize: 5120 } })).toEqual(expected)
  })

  it('reads the status -1 as null', () => {
    expect(read('vercel', { ...record, proxy: { ...proxy, statusCode: -1 } })?.status).toBeNull()
  })

  it('counts one message per request', () => {
    const lines = [record, { ...record, source: 'lambda' }, { ...record, requestId: 'another' }]
    expect(
      readEntries(
        'vercel',
        lines.map((line) => JSON.stringify(line)),
      ),
    ).toHaveLength(2)
  })

  it('skips messages that are not requests without rejecting them', () => {
    const build = JSON.stringify({ ...record, source: 'build', proxy: undefined, message: 'Installing' })
    expect(readEntries('vercel', [build])).toEqual([])
    expect(rejectionsOf('vercel', [build])).toEqual([])
  })
})

it('reads Netlify traffic and skips other log types', () => {
  const record = {
    account_id: '5b4c',
    client_ip: '192.0.2.7',
    deploy_id: '63e1',
    duration: 4,
    log_type: 'traffic',
    method: 'GET',
    referrer: 'https://example.com/',
    request_id: '01GS',
    response_size: 5120,
    site_id: 'f0f3',
    status_code: 200,
    timestamp: '2026-03-01T12:30:15.000Z',
    url: 'https://www.example.com/blog/a%20b?page=2',
    user_agent: agent,
  }
  expect(read('netlify', record)).toEqual(expected)
  const other = JSON.stringify({ ...record, log_type: 'functions' })
  expect(readEntries('netlify', [other])).toEqual([])
  expect(rejectionsOf('netlify', [other])).toEqual([])
})

it('reads the field names of Fastly’s examples', () => {
  const record = {
    timestamp: '2026-03-01T12:30:15+0000',
    client_ip: '192.0.2.7',
    geo_country: 'germany',
    host: 'www.example.com',
    url: '/blog/a%20b?page=2',
    request_method: 'GET',
    request_protocol: 'HTTP/2',
    request_referer: 'https://example.com/',
    request_user_agent: agent,
    response_status: 200,
    response_body_size: 5120,
    fastly_server: 'cache-fra-eddf8230075-FRA',
  }
  expect(read('fastly', record)).toEqual(expected)
})

describe('plain JSON', () => {
  const record = {
    ts: '2026-03-01T12:30:15Z',
    user_agent: agent,
    ip: '192.0.2.7',
    host: 'www.example.com',
    path: '/blog/a%20b',
    query: 'page=2',
    method: 'GET',
    status: 200,
    bytes: 5120,
    referrer: 'https://example.com/',
  }

  it('reads plain field names', () => {
    expect(read('json', record)).toEqual(expected)
    expect(read('json', { ...record, path: '/blog/a%20b?page=2', query: '?x' })).toEqual(expected)
  })

  it('reads nginx field names and request lines', () => {
    const nginx = {
      time_local: '01/Mar/2026:12:30:15 +0000',
      remote_addr: '192.0.2.7',
      http_host: 'www.example.com:443',
      request: 'GET /blog/a%20b?page=2 HTTP/1.1',
      status: '200',
      body_bytes_sent: '5120',
      http_referer: 'https://example.com/',
      http_user_agent: agent,
    }
    expect(read('json', nginx)).toEqual(expected)
  })

  it('reads nested fields, as Caddy and others write them', () => {
    const caddy = {
      level: 'info',
      ts: timeMs / 1000,
      request: {
        remote_ip: '10.0.0.1',
        client_ip: '192.0.2.7',
        method: 'GET',
        host: 'www.example.com',
        uri: '/blog/a%20b?page=2',
        headers: { 'User-Agent': [agent], Referer: ['https://example.com/'] },
      },
      size: 5120,
      status: 200,
    }
    expect(read('json', caddy)).toEqual(expected)
    const ecs = {
      '@timestamp': record.ts,
      user_agent: { original: agent },
      'url.path': '/x',
      host: { name: 'web1' },
    }
    expect(read('json', ecs)).toEqual({ ...emptyEntry, timeMs, userAgent: agent, path: '/x' })
  })

  it('requires only a time and a user agent', () => {
    const minimal = { ts: record.ts, user_agent: agent, path: null, host: '', ip: '-', status: 0 }
    expect(read('json', minimal)).toEqual({ ...emptyEntry, timeMs, userAgent: agent })
  })

  it('decodes text as UTF-8', () => {
    expect(read('json', { ...record, user_agent: 'Böt 中 \u{1f916}' })?.userAgent).toBe('Böt 中 \u{1f916}')
  })

  it.each([
    ['not json', 'not a JSON object'],
    ['[1]', 'not a JSON object'],
    ['null', 'not a JSON object'],
    ['{"ts":"2026-03-01T12:30:15Z","user_agent":"x"', 'not a JSON object'],
    ['{}', 'no valid time'],
    ['{"ts":"soon","user_agent":"x"}', 'no valid time'],
    ['{"ts":1772368215,"user_agent":5}', 'the user agent is not a text'],
    ['{"ts":1772368215,"user_agent":"x","path":true}', 'the path is not a text'],
    ['{"ts":1772368215,"user_agent":"x","status":"ok"}', 'the status is not a number'],
    ['{"ts":1772368215,"user_agent":"x","bytes":1.5}', 'the size is not a number'],
  ])('rejects a line with the reason: %s', (line, reason) => {
    expect(rejectionsOf('json', [line])).toEqual([expect.stringContaining(reason)])
  })
})

it('truncates a long path, but never within a character', () => {
  const line = JSON.stringify({ ts: timeMs, user_agent: 'x', path: `/${'\u{1f916}'.repeat(8000)}` })
  const path = readEntry('json', line)?.path as string
  expect(path.length).toBe(8191)
  expect(path.isWellFormed()).toBe(true)
})
