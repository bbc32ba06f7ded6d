import { expect, it } from 'vitest'
import { type LogFormat, logFormats } from './log-entry.ts'
import { detectFormat } from './read-log.ts'
import { vendorSamples } from './testing/vendor-samples.ts'

const common = '192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 2326'
const combined = `${common} "-" "GPTBot/1.2"`
const json = (record: object) => JSON.stringify({ timestamp: '2026-03-01T12:30:15Z', ...record })

const samples: Record<LogFormat, string[]> = {
  ...vendorSamples,
  common: [common],
  combined: [combined],
  'combined-vhost': [`www.example.com:443 ${combined}`],
  w3c: ['#Version: 1.0', '#Fields: date time c-ip cs(User-Agent)', '2026-03-01 12:30:15 192.0.2.7 GPTBot/1.2'],
  cloudfront: [
    '#Version: 1.0',
    '#Fields: date time x-edge-location c-ip cs(User-Agent)',
    '2026-03-01\t12:30:15\tFRA2\t192.0.2.7\tGPTBot/1.2',
  ],
  cloudflare: [json({ EdgeStartTimestamp: 1772368215, ClientRequestUserAgent: 'x', ClientRequestURI: '/' })],
  vercel: [json({ deploymentId: 'dpl_1', host: 'x.example', proxy: { userAgent: ['x'], path: '/' } })],
  netlify: [json({ log_type: 'traffic', url: 'https://x.example/', user_agent: 'x' })],
  fastly: [json({ request_user_agent: 'x', url: '/', client_ip: '192.0.2.7' })],
  json: [json({ user_agent: 'x', path: '/' })],
}

it.each(logFormats)('detects %s from one sample', (format) => {
  expect(detectFormat(samples[format])).toEqual({ format })
  expect(detectFormat(samples[format].map((line) => `${line}\r`))).toEqual({ format })
})

it.each(logFormats)('detects %s if most lines match, whatever is between them', (format) => {
  const bad = ['', '# a comment', 'nonsense', '{"half":', '\u0000\u0001', '{"msg":"started"}', 'a b c d e f g h']
  const [line = ''] = samples[format].slice(-1)
  expect(detectFormat([...bad, ...samples[format], ...bad, line, line, ...bad])).toEqual({ format })
})

it('detects CloudFront JSON, and Vercel even with messages that are not requests', () => {
  expect(detectFormat([json({ 'x-edge-location': 'FRA2', 'cs(User-Agent)': 'x' })])).toEqual({
    format: 'cloudfront',
  })
  const message = json({ deploymentId: 'dpl_1', path: '/x', host: 'x.example', source: 'build' })
  expect(detectFormat([message, message, ...samples.vercel])).toEqual({ format: 'vercel' })
})

it('detects virtual hosts without a port, and distinguishes them from addresses with one', () => {
  expect(detectFormat([`www.example.com ${combined}`])).toEqual({ format: 'combined-vhost' })
  expect(detectFormat([combined.replace('192.0.2.7', '192.0.2.7:4711')])).toEqual({ format: 'combined' })
})

it('chooses the format that fits most lines, even if another one has more fields', () => {
  expect(detectFormat([combined, combined, common])).toEqual({ format: 'common' })
})

it.each([
  [[]],
  [['']],
  [['hello', 'world']],
  [['{"msg":"started","ts":1772368215}']],
  [['#Fields: date time c-ip', '2026-03-01 12:30:15']],
])('lists the supported formats if none fits', (lines) => {
  expect(detectFormat(lines)).toEqual({ problem: expect.stringContaining(logFormats.join(', ')) })
})
