import { html, words } from '../../checks/testing/site.ts'
import { type PlantedSite, plantSite, sitemapOf, textFile } from './site.ts'

const host = 'scripts.example'
const home = `https://${host}/`
const link = (to: string) => `<a href="${to}">About ${to}</a>`

/** What the scripts of a section’s page add or change, and the part that is then reported. */
const scripts: [section: string, script: string, check: string][] = [
  [
    '/text/',
    `document.querySelector('main').insertAdjacentHTML('beforeend', '<p>${words(31, 400)}</p>')`,
    'content-needs-scripts',
  ],
  [
    '/menu/',
    `document.querySelector('nav').innerHTML += Array.from({ length: 20 }, (_, n) =>
      '<a href="/menu/a?item=' + n + '">Item ' + n + '</a>').join(' ')`,
    'links-need-scripts',
  ],
  [
    '/data/',
    `document.head.insertAdjacentHTML('beforeend', '<script type="application/ld+json">' +
      '{"@context": "https://schema.org", "@type": "Thing", "name": "x"}<' + '/script>')`,
    'structured-data-needs-scripts',
  ],
  ['/head/', `document.title = 'Another title by script'`, 'scripts-change-directives'],
  ['/still/', `document.querySelector('h1').className = 'shown'`, ''],
]

/** A site with a section per fault that only readers without scripts meet, and one whose scripts change nothing. */
export function plantScripts(): PlantedSite {
  const site = plantSite(host)
  const paths = scripts.map(([section]) => `${section}a`)
  scripts.forEach(([section, script, check], index) => {
    const path = `${section}a`
    const page = html({ url: path, base: home }).replace('</body>', `<script>${script}</script></body>`)
    site.plant(path, { body: page }, ...(check === '' ? [] : [`${check} ${paths[index]}`]))
  })
  site.plant('/guide', {})
  site.plant('/robots.txt', textFile(`User-agent: *\nDisallow:\n\nSitemap: ${home}sitemap.xml`))
  site.plant('/llms.txt', textFile('# Scripts\n'))
  site.plant('/card.png', { headers: { 'content-type': 'image/png' }, body: 'png' })
  site.plant('/sitemap.xml', sitemapOf(['/', '/guide', ...paths].map((path) => ({ url: new URL(path, home).href }))))
  site.plant('/', { text: `<h2>All pages</h2>${paths.map(link).join(' ')}` })
  return site
}
