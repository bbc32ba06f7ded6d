import { faultyUcp, jsonFile, type PlantedPage, type PlantedSite, sitemapOf, textFile } from './site.ts'

/** robots.txt, the sitemaps and llms.txt, each with faults. */
export function plantFiles({ plant, home }: PlantedSite, urls: readonly string[]): void {
  const at = (path: string) => new URL(path, home).href
  const maps = ['sitemap.xml', 'broken.xml', 'foreign.xml', 'undated.xml', 'index.xml']
  plant(
    '/robots.txt',
    textFile(
      ['User-agent: *', 'Disallow: /private', 'Forbid: /x', ...maps.map((name) => `Sitemap: ${at(name)}`)].join('\n'),
    ),
    'robots-txt-unknown-lines',
  )
  plant('/sitemap.xml', sitemapOf(urls.map((url) => ({ url }))))
  plant('/broken.xml', { headers: { 'content-type': 'application/xml' }, body: '<urlset><url>' }, 'sitemap-unreadable')
  plant(
    '/foreign.xml',
    sitemapOf([{ url: at('/fine') }, { url: 'https://partner.example/' }]),
    'sitemap-invalid-entries',
  )
  plant('/undated.xml', sitemapOf([{ url: at('/fine'), lastmod: '' }]), 'sitemap-without-dates')
  const index = (name: string): PlantedPage => ({
    headers: { 'content-type': 'application/xml' },
    body: `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${at(name)}</loc></sitemap></sitemapindex>`,
  })
  plant('/index.xml', index('/nested.xml'))
  plant('/nested.xml', index('/sitemap.xml'), 'sitemap-over-limits')
  plant(
    '/llms.txt',
    textFile(`Shop\n\n- [Gone](${at('/gone')})\n- [Fine](${at('/fine')})\n- [Unlisted](${at('/forgotten')})\n`),
    'llms-txt-untitled',
    'llms-txt-broken-links',
    'llms-txt-contradicts-sitemap',
  )
  const acp = {
    protocol: { name: 'acp', version: '2026-04-17', supported_versions: ['2026-04-17'] },
    ...{ api_base_url: 'http://shop.example/', transports: ['rest'], capabilities: { services: ['checkout'] } },
  }
  plant('/.well-known/acp.json', jsonFile(acp), 'acp-file-invalid')
  plant('/.well-known/ucp', faultyUcp, 'ucp-file-invalid')
}
