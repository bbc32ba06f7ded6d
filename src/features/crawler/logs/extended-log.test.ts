import { describe, expect, it } from 'vitest'
import { emptyEntry, readEntries, readEntry, rejectionsOf } from './testing/read-lines.ts'

const timeMs = Date.UTC(2026, 2, 1, 12, 30, 15)

describe('IIS', () => {
  const header = [
    '#Software: Microsoft Internet Information Services 10.0',
    '#Version: 1.0',
    '#Date: 2026-03-01 12:00:00',
    '#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) cs-host sc-status sc-substatus sc-win32-status sc-bytes time-taken',
  ]
  const line =
    '2026-03-01 12:30:15 10.0.0.4 GET /shop/ item=7 443 - 192.0.2.7 Mozilla/5.0+(compatible;+bingbot/2.0;++http://www.bing.com/bingbot.htm) https://example.com/ www.example.com 200 0 0 5120 31'
  const expected = {
    timeMs,
    userAgent: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    address: '192.0.2.7',
    host: 'www.example.com',
    path: '/shop/',
    query: 'item=7',
    method: 'GET',
    status: 200,
    bytes: 5120,
    referrer: 'https://example.com/',
  }

  it('decodes plus signs in user agents as spaces', () => {
    expect(readEntries('w3c', [...header, line])).toEqual([expected])
  })

  it('accepts new columns midway', () => {
    const change = [
      '#Fields: time c-ip cs(User-Agent)',
      '12:30:16 2001:db8::1 GPTBot/1.2',
      '#Date: 2026-03-02 00:00:00',
    ]
    const entries = readEntries('w3c', [...header, line, ...change, '00:00:01 - GPTBot/1.2'])
    expect(entries).toEqual([
      expected,
      { ...emptyEntry, timeMs: timeMs + 1000, userAgent: 'GPTBot/1.2', address: '2001:db8::1' },
      { ...emptyEntry, timeMs: Date.UTC(2026, 2, 2, 0, 0, 1), userAgent: 'GPTBot/1.2' },
    ])
  })

  it.each([
    [line.replace(' 31', ''), '16 columns where #Fields names 17'],
    [`${line} extra`, '18 columns'],
    [line.replace('12:30:15', '12:30'), 'time'],
    [line.replace('2026-03-01', '2026-02-31'), 'time'],
    [line.replace(' 200 ', ' OK '), 'status'],
    [line.replace(' 5120 ', ' 5k '), 'bytes'],
  ])('rejects a line with the reason: %s', (bad, reason) => {
    expect(rejectionsOf('w3c', [...header, bad])).toEqual([expect.stringContaining(reason)])
  })

  it('requires its header first', () => {
    expect(rejectionsOf('w3c', [line, ...header, line])).toEqual([expect.stringContaining('#Fields')])
  })
})

it('reads quoted values, full URLs and encoded spaces', () => {
  const fields = '#Fields: date time c-ip cs-uri cs(User-Agent) cs(Referer)'
  const quoted = `2026-03-01 12:30:15 192.0.2.7 http://www.example.com/a?b "Bot ""x"" 1" -`
  const bot = { ...emptyEntry, timeMs, address: '192.0.2.7', host: 'www.example.com', path: '/a', query: 'b' }
  expect(readEntry('w3c', fields, quoted)).toEqual({ ...bot, userAgent: 'Bot "x" 1' })
  const encoded = quoted.replace('"Bot ""x"" 1"', 'Bot%201')
  expect(readEntry('w3c', fields, encoded)).toEqual({ ...bot, userAgent: 'Bot 1' })
})

describe('CloudFront', () => {
  const header = [
    '#Version: 1.0',
    '#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken',
  ]
  const line = (agent: string, stem = '/rss/feed.rss') =>
    [
      ...['2026-03-01', '12:30:15', 'IAD89-C3', '335', '192.0.2.7', 'GET', 'dv5b.cloudfront.net', stem, '200', '-'],
      ...[
        agent,
        '-',
        '-',
        'Miss',
        '2kP01Cgw2cMXMKlogaJwkCt7MVHA8Flxtt==',
        'Feeds.Example.com',
        'https',
        '123',
        '0.338',
      ],
    ].join('\t')
  const expected = {
    ...emptyEntry,
    timeMs,
    userAgent: 'Slackbot 1.0 (+https://api.slack.com/robots) 100%',
    address: '192.0.2.7',
    host: 'feeds.example.com',
    path: '/rss/feed.rss',
    method: 'GET',
    status: 200,
    bytes: 335,
  }

  it('decodes user agents, which old logs encode twice', () => {
    const once = 'Slackbot%201.0%20(+https://api.slack.com/robots)%20100%25'
    const twice = once.replaceAll('%', '%25')
    expect(readEntries('cloudfront', [...header, line(once), line(twice)])).toEqual([expected, expected])
  })

  it('decodes percent signs in paths', () => {
    const entry = readEntry('cloudfront', ...header, line('x', '/a%2520b%25C3%25BC%20'))
    expect(entry?.path).toBe('/a%20b%C3%BC%20')
  })

  it('accepts JSON lines in between', () => {
    const json = JSON.stringify({ date: '2026-03-01', time: '12:30:15', 'cs(User-Agent)': 'x%20y' })
    expect(readEntries('cloudfront', [...header, line('x'), json]).map(({ userAgent }) => userAgent)).toEqual([
      'x',
      'x y',
    ])
  })
})
