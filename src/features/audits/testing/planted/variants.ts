import { blockedBots } from './bots.ts'
import { faultyUcp, type PlantedSite, plantSite, sitemapOf, textFile } from './site.ts'

/** A site without faults: a home page and a guide that link to each other. */
export function plantSound(host: string, home?: string): PlantedSite {
  const site = plantSite(host, home)
  const at = (path: string) => new URL(path, site.home).href
  site.plant('/robots.txt', textFile(`User-agent: *\nDisallow:\n\nSitemap: ${at('/sitemap.xml')}`))
  site.plant('/sitemap.xml', sitemapOf([{ url: site.home }, { url: at('/guide') }]))
  site.plant('/llms.txt', textFile('# Sound\n'))
  site.plant('/card.png', { headers: { 'content-type': 'image/png' }, body: 'png' })
  site.plant('/guide', {})
  site.plant('/', {})
  return site
}

/** Sites with one fault each that excludes the faults of other sites. */
export function plantVariants(port: number): PlantedSite[] {
  const sound = plantSound('sound.example')

  const open = plantSound('open.example')
  open.pages.delete('/robots.txt')
  // It sells nothing.
  open.plant('/.well-known/ucp', faultyUcp)
  open.faults.add('robots-txt-missing /robots.txt')

  const down = plantSound('down.example')
  down.plant('/robots.txt', { status: 500 }, 'robots-txt-unreachable')

  const shut = plantSound('shut.example')
  shut.plant(
    '/robots.txt',
    textFile('User-agent: *\nDisallow: /\n'),
    ...['robots-txt-blocks-home /', 'blocked-by-robots-txt /', ...blockedBots],
  )

  // Without a stand-in, its https port speaks http.
  const plain = plantSound('acme.com', `http://acme.com:${port}/`)
  for (const fault of ['https-unavailable /', 'no-https /', 'no-https /guide']) plain.faults.add(fault)
  plain.plant(
    '/',
    { text: `<a href="http://www.acme.com:${port}/intranet">About the intranet</a>` },
    `address-not-read http://www.acme.com:${port}/intranet`,
  )

  // The name of the site with www. does not exist.
  const lost = plantSound('lost.example')
  const url = 'https://www.lost.example/page'
  lost.plant('/', { text: `<a href="${url}">About a page</a>` }, 'broken-internal-links', `unreachable-page ${url}`)
  return [sound, open, down, shut, plain, lost]
}
