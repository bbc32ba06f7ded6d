import { describe, expect, it } from 'vitest'
import { parseRanges } from './parse-ranges.ts'

const networks = ['20.15.240.64/28', '2600:1f00::/40']

const page = `<!doctype html><html><body><h1>Addresses</h1>
  <p>Robots look like <code>{"a": 1}</code></p>
  <pre><code class="language-json">{
    &quot;creationTime&quot;: &quot;2026-09-01&quot;,
    &quot;prefixes&quot;: [<span>{&quot;ip_prefix&quot;: &quot;20.15.240.64/28&quot;}</span>, {&quot;ipv6_prefix&quot;: &quot;2600:1f00::/40&quot;}]
  }</code></pre></body></html>`

describe('a published list', () => {
  it.each([
    [
      'as most operators write it',
      JSON.stringify({
        creationTime: '2026-09-01T00:00:00Z',
        prefixes: [{ ipv4Prefix: '20.15.240.64/28' }, { ipv6Prefix: '2600:1f00::/40' }],
      }),
    ],
    ['of plain texts', JSON.stringify({ prefixes: networks })],
    [
      'as Fastly writes it',
      JSON.stringify({ addresses: networks.slice(0, 1), ipv6_addresses: networks.slice(1) }),
    ],
    ['within a web page', page],
    ['of lines', '\uFEFF# crawlers\r\n20.15.240.64/28\r\n\r\n2600:1f00::/40 # the other\r\n'],
  ])('is read %s', (_, text) => {
    expect(parseRanges(text)).toEqual(networks)
  })

  it('has the addresses of the services that count', () => {
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

  it('has each network once', () => {
    expect(parseRanges('20.15.240.64\n20.15.240.64')).toEqual(['20.15.240.64'])
  })

  it.each([
    ['nothing', ''],
    ['no addresses', '{"creationTime":"2026-09-01","prefixes":[]}'],
    ['no list at all', '{"error":"not found"}'],
    ['half a file', '{"prefixes":[{"ipv4Prefix":"20.15.240.64/28"},'],
    ['another thing than a list', '{"prefixes":{"ipv4Prefix":"20.15.240.64/28"}}'],
    ['an entry without an address', '{"prefixes":["20.15.240.64/28",{"region":"eu"}]}'],
    ['an entry with two', '{"prefixes":[{"ipv4Prefix":"20.15.240.64/28","ipv6Prefix":"2600:1f00::/40"}]}'],
    ['an entry that is nothing', '{"prefixes":[null]}'],
    ['one bad address', '{"prefixes":["20.15.240.64/28","20.15.240.64/40"]}'],
    ['the whole internet', '{"prefixes":["20.15.240.64/28","0.0.0.0/0"]}'],
    ['an error page', '<html><body>Please enable JavaScript</body></html>'],
    ['a line of words', '20.15.240.64/28\nService unavailable'],
    ['a list of JSON', '["20.15.240.64/28"]'],
  ])('is not taken with %s', (_, text) => {
    expect(() => parseRanges(text)).toThrow()
  })
})
