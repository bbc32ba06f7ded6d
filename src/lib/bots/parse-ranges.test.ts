import { describe, expect, it } from 'vitest'
import { parseRanges } from './range-files.ts'

const networks = ['20.15.240.64/28', '2600:1f00::/40']

const page = `<!doctype html><html><body><h1>Addresses</h1>
  <p>Robots look like <code>{"a": 1}</code></p>
  <pre><code class="language-json">{
    &quot;creationTime&quot;: &quot;2026-09-01&quot;,
    &quot;prefixes&quot;: [<span>{&quot;ip_prefix&quot;: &quot;20.15.240.64/28&quot;}</span>, {&quot;ipv6_prefix&quot;: &quot;2600:1f00::/40&quot;}]
  }</code></pre></body></html>`

describe('parseRanges', () => {
  it.each([
    [
      'in the common JSON format',
      JSON.stringify({
        creationTime: '2026-09-01T00:00:00Z',
        prefixes: [{ ipv4Prefix: '20.15.240.64/28' }, { ipv6Prefix: '2600:1f00::/40' }],
      }),
    ],
    ['of strings', JSON.stringify({ prefixes: networks })],
    ['in the Fastly format', JSON.stringify({ addresses: networks.slice(0, 1), ipv6_addresses: networks.slice(1) })],
    ['embedded in a web page', page],
    ['with a network per line', '\uFEFF# crawlers\r\n20.15.240.64/28\r\n\r\n2600:1f00::/40 # the other\r\n'],
  ])('reads a list %s', (_, text) => {
    expect(parseRanges(text)).toEqual(networks)
  })

  it('reads only the given services of a list', () => {
    const list = {
      prefixes: [
        { ip_prefix: '3.0.0.0/15', region: 'eu', service: 'EC2' },
        { ip_prefix: '20.15.240.64/28', region: 'GLOBAL', service: 'CLOUDFRONT' },
      ],
      ipv6_prefixes: [{ ipv6_prefix: '2600:1f00::/40', region: 'GLOBAL', service: 'CLOUDFRONT' }],
    }
    expect(parseRanges(JSON.stringify(list), ['CLOUDFRONT'])).toEqual(networks)
    expect(() => parseRanges(JSON.stringify(list), ['S3'])).toThrow('no addresses')
  })

  it('returns each network once', () => {
    expect(parseRanges('20.15.240.64\n20.15.240.64')).toEqual(['20.15.240.64'])
  })

  it.each([
    ['an empty file', ''],
    ['a list without addresses', '{"creationTime":"2026-09-01","prefixes":[]}'],
    ['JSON without a list', '{"error":"not found"}'],
    ['a truncated file', '{"prefixes":[{"ipv4Prefix":"20.15.240.64/28"},'],
    ['an object instead of a list', '{"prefixes":{"ipv4Prefix":"20.15.240.64/28"}}'],
    ['an entry without an address', '{"prefixes":["20.15.240.64/28",{"region":"eu"}]}'],
    ['conflicting prefixes', '{"prefixes":[{"ipv4Prefix":"20.15.240.64/28","ipv6Prefix":"2600:1f00::/40"}]}'],
    ['a null entry', '{"prefixes":[null]}'],
    ['an invalid prefix length', '{"prefixes":["20.15.240.64/28","20.15.240.64/40"]}'],
    ['a network that covers all addresses', '{"prefixes":["20.15.240.64/28","0.0.0.0/0"]}'],
    ['an error page', '<html><body>Please enable JavaScript</body></html>'],
    ['a line of text', '20.15.240.64/28\nService unavailable'],
    ['a bare JSON array', '["20.15.240.64/28"]'],
  ])('rejects %s', (_, text) => {
    expect(() => parseRanges(text)).toThrow()
  })
})
