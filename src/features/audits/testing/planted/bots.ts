import type { ServerResponse } from 'node:http'
import { botCatalog } from '../../../../lib/bots/index.ts'
import { probedBots } from '../../../../lib/site/crawling/ai-access.ts'
import { productToken } from '../../../../lib/site/crawling/robots.ts'
import { html } from '../../checks/testing/site.ts'
import { type PlantedPage, type PlantedSite, plantSite, send, sitemapOf, textFile } from './site.ts'

/** The bots that audits probe in each section. */
const sectionBots = ['GPTBot', 'OAI-SearchBot', 'ChatGPT-User', 'ClaudeBot', 'PerplexityBot', 'Applebot']
const sections = ['/blog/', '/docs/', '/help/', '/news/', '/shop/', '/team/']

const link = (to: string) => `<a href="${to}">About ${to}</a>`
const links = Array.from({ length: 20 }, (_, n) => link(`/guide?page=${n}`)).join(' ')
const data = `<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Thing", "name": "x"}</script>`

/** What a site can do to one bot, as the audit names it: an error, a challenge, or a part that differs. */
const treatments: Record<string, (page: string) => string | { status: number; body: string }> = {
  refused: () => ({ status: 403, body: 'no' }),
  challenged: () => ({
    status: 503,
    body: '<script src="/cdn-cgi/challenge-platform/x.js"></script>',
  }),
  text: (page) => page.replace(/<p>.*<\/p>/, '<p>Subscribe to read on</p>'),
  title: (page) => page.replace(/<title>.*<\/title>/, '<title>Please log in first</title>'),
  links: (page) => page.replace(links, ''),
  structured_data: (page) => page.replace(data, ''),
  canonical: (page) => page.replace(/rel="canonical" href="[^"]*"/, 'rel="canonical" href="/guide"'),
  noindex: (page) => page.replace('</head>', '<meta name="robots" content="noindex"></head>'),
}

const tokens = botCatalog.map(({ name, purpose, robotsToken = productToken(name) }) => ({
  token: robotsToken,
  kind: ['search', 'fetch', 'agent'].includes(purpose) ? 'search' : 'training',
  homeKind: purpose === 'search' ? 'search' : ['fetch', 'agent'].includes(purpose) ? 'fetch' : 'training',
}))

/**
 * A site that treats each bot of a section in another way, refuses or challenges the other probed bots on its home
 * page, and keeps each bot of the catalog from one page by robots.txt.
 */
export function plantBots(): PlantedSite {
  const site = plantSite('walls.example')
  const { plant, home } = site
  const pages: string[] = []
  sections.forEach((section, row) => {
    const path = `${section}a`
    pages.push(path)
    const page = html({ url: path, base: home, head: data }).replace('<nav>', `<nav>${links}`)
    const names = Object.keys(treatments)
    const treatmentOf = new Map(sectionBots.map((bot, column) => [bot, names[(row + column) % names.length] as string]))
    const faults = [...treatmentOf].map(([bot, name]) =>
      name === 'refused' || name === 'challenged'
        ? `ai-bots-${name} ${path} ${bot}`
        : `ai-bots-get-other-content ${path} ${bot}: ${name}`,
    )
    const answer: PlantedPage['answer'] = ({ headers: { 'user-agent': reader = '' } }, response) => {
      const bot = sectionBots.find((name) => reader.includes(`${name};`))
      const treated = treatments[treatmentOf.get(bot ?? '') ?? '']?.(page) ?? page
      sendTreated(response, path, treated)
    }
    plant(path, { answer }, ...faults)
  })
  const robots = tokens.map(({ token, kind }, index) => {
    const path = `/rules/bot-${index}`
    pages.push(path)
    plant(path, {}, `ai-${kind}-bots-blocked-on-page ${path} ${token}`)
    return `User-agent: ${token}\nDisallow: ${path}$`
  })
  plant('/robots.txt', textFile(`${robots.join('\n\n')}\n\nSitemap: ${home}sitemap.xml`))
  plant('/llms.txt', textFile('# Walls\n'))
  for (const page of ['/guide', '/card.png']) plant(page, {})
  for (let n = 0; n < 20; n += 1) plant(`/guide?page=${n}`, { body: html({ url: '/guide', base: home }) })
  plant('/sitemap.xml', sitemapOf(['/', '/guide', ...pages].map((path) => ({ url: new URL(path, home).href }))))
  const others = probedBots.filter((bot) => !sectionBots.includes(bot))
  const homePage = html({ base: home, text: `<h2>All pages</h2>${pages.map(link).join(' ')}` })
  plant(
    '/',
    {
      answer({ headers: { 'user-agent': reader = '' } }, response) {
        const index = others.findIndex((bot) => reader.includes(`${bot};`))
        const name = index === -1 ? '' : index % 2 === 0 ? 'refused' : 'challenged'
        sendTreated(response, '/', treatments[name]?.(homePage) ?? homePage)
      },
    },
    ...others.map((bot, index) => `ai-bots-${index % 2 === 0 ? 'refused' : 'challenged'} / ${bot}`),
  )
  return site
}

const sendTreated = (response: ServerResponse, path: string, treated: string | { status: number; body: string }) =>
  send(response, path, typeof treated === 'string' ? { body: treated } : treated)

/** The name of each bot of the catalog in robots.txt. */
export const botTokens = tokens.map(({ token }) => token)

/** The faults of a site that keeps all bots from its home page. */
export const blockedBots = tokens.map(({ token, homeKind }) => `ai-${homeKind}-bots-blocked / ${token}`)

/** A site whose robots.txt blocks each bot of the catalog by name, and that has no sitemap and no llms.txt. */
export function plantClosed(): PlantedSite {
  const site = plantSite('closed.example')
  const names = [...new Set(tokens.map(({ token }) => token))]
  site.plant('/robots.txt', textFile(names.map((token) => `User-agent: ${token}\nDisallow: /`).join('\n\n')))
  site.plant('/guide', {})
  site.plant('/', {}, ...blockedBots, 'sitemap-missing', 'llms-txt-missing')
  return site
}
