import { isUndecided } from '../../../lib/site/crawling/outcome.ts'
import { parseRobots } from '../../../lib/site/crawling/robots.ts'
import type { AgentFileFacts, BotAccess, Probe, SiteFacts } from '../../../lib/site/crawling/site-facts.ts'
import type { ReaderDifference } from '../../../lib/site/pages/compare-readings.ts'
import { robotsRules } from '../../../lib/site/pages/robots-directives.ts'
import { addressFlag } from './across-pages/address-book.ts'
import { defineChecks } from './define-check.ts'
import { contentOf, hasDirective, servedDocument } from './page-kinds.ts'
import type { CrossPageCheck, SitePages } from './site-pages.ts'

/** Characters of a short sentence: a shorter quote says little. */
const minSnippet = 100

function isShortSnippet(directive: string): boolean {
  const length = Number(/^max-snippet:(\d+)$/.exec(directive)?.[1] ?? 0)
  return length > 0 && length < minSnippet
}

const excluding = ['noindex', 'none', 'nosnippet', 'max-snippet:0']

/** The pages of sections where scripts add or change one of these parts. The evidence names the parts. */
const needingScripts = (...parts: ReaderDifference[]) => ({
  ofSite: ({ sections }: SiteFacts): SiteEvidence[] =>
    sections.flatMap(({ url, rendering }) => {
      const found = rendering?.differs.filter((part) => parts.includes(part)) ?? []
      return found.length > 0 ? [{ url, evidence: [withBot(url, found.join(', '))] }] : []
    }),
})

export const aiAccessChecks = defineChecks('ai_access', {
  'ai-search-bots-blocked': { ofSite: (site) => blockedBots(site, ['search']) },
  'ai-fetch-bots-blocked': { ofSite: (site) => blockedBots(site, ['fetch', 'agent']) },
  'ai-training-bots-blocked': { ofSite: (site) => blockedBots(site, ['training', 'data', 'other']) },
  'ai-search-bots-blocked-on-page': blockedOnPages(['search', 'fetch', 'agent']),
  'ai-training-bots-blocked-on-page': blockedOnPages(['training', 'data', 'other']),
  'ai-bots-refused': {
    ofSite: (site) => probedBots(site, ({ isChallenge, status }) => !isChallenge && (status === null || status >= 400)),
  },
  'ai-bots-challenged': { ofSite: (site) => probedBots(site, ({ isChallenge }) => isChallenge) },
  'ai-bots-get-other-content': {
    ofSite: ({ sections }) =>
      sections.flatMap(({ url, bots }) => {
        const evidence = bots.flatMap(({ bot, differs = [] }) =>
          differs.length > 0 ? [withBot(url, `${bot}: ${differs.join(', ')}`)] : [],
        )
        return evidence.length > 0 ? [{ url, evidence }] : []
      }),
  },
  'content-needs-scripts': needingScripts('text'),
  'links-need-scripts': needingScripts('links'),
  'structured-data-needs-scripts': needingScripts('structured_data'),
  'scripts-change-directives': needingScripts('title', 'canonical', 'noindex'),
  'llms-txt-missing': {
    ofSite: ({ home, llmsTxt }) =>
      llmsTxt.exists || isUndecided(llmsTxt) ? [] : [{ url: home.url, evidence: [llmsTxt.url] }],
  },
  'llms-txt-untitled': {
    ofSite: ({ llmsTxt }) => (llmsTxt.exists && llmsTxt.title === null ? [{ url: llmsTxt.url, evidence: [] }] : []),
  },
  'llms-txt-broken-links': {
    ofSite({ llmsTxt }, { addresses }) {
      const isBroken = (url: string) => (addresses.flags(addresses.find(url)) & addressFlag.broken) !== 0
      const broken = llmsTxt.exists ? llmsTxt.links.filter(isBroken) : []
      return broken.length > 0 ? [{ url: llmsTxt.url, evidence: broken }] : []
    },
  },
  'llms-txt-contradicts-sitemap': {
    ofSite({ llmsTxt, sitemapPages, unreadSitemaps }, { addresses, endOf }) {
      if (!llmsTxt.exists || sitemapPages === 0 || unreadSitemaps > 0) return []
      // Sitemaps rarely list texts for language models and other files.
      const pages = llmsTxt.links.filter((url) => !/\.(?!html?$|php$)[a-z0-9]{2,5}$/i.test(new URL(url).pathname))
      const unlisted = pages.filter((url) => {
        const flags = addresses.flags(endOf(url))
        const isOwnPage = (flags & addressFlag.good) !== 0 && (flags & addressFlag.external) === 0
        return isOwnPage && ((flags & addressFlag.noindex) !== 0 || (flags & addressFlag.listed) === 0)
      })
      return unlisted.length > 0 ? [{ url: llmsTxt.url, evidence: unlisted }] : []
    },
  },
  'acp-file-invalid': agentFile('acp'),
  'ucp-file-invalid': agentFile('ucp'),
  'snippets-forbidden'(facts) {
    const document = contentOf(facts)
    const isForbidden = document?.isUnquotable === true || hasDirective(facts, 'nosnippet', 'max-snippet:0')
    return document !== undefined && isForbidden
  },
  'snippets-short': (facts) =>
    contentOf(facts) !== undefined &&
    robotsRules(facts).some(({ agent, directives }) => agent === '*' && directives.some(isShortSnippet)),
  'noai-directive': (facts) => servedDocument(facts) !== undefined && hasDirective(facts, 'noai', 'noimageai'),
  'bot-kept-out-by-page'(facts) {
    const rules = robotsRules(facts).filter(
      ({ agent, directives }) => agent !== '*' && directives.some((directive) => excluding.includes(directive)),
    )
    return contentOf(facts) !== undefined && rules.map(({ agent }) => `${facts.url}#${encodeURIComponent(agent)}`)
  },
})

/** Finds faults of an existing file for shopping agents, on a site that sells something. */
function agentFile(kind: AgentFileFacts['kind']) {
  return {
    ofSite({ agentFiles = [] }: SiteFacts, pages: SitePages): SiteEvidence[] {
      const faulty = agentFiles.filter((file) => pages.sells() && file.kind === kind && file.faults.length > 0)
      return faulty.map(({ url, faults }) => ({ url, evidence: faults.map((fault) => withBot(url, fault)) }))
    },
  }
}

interface SiteEvidence {
  url: string
  evidence: string[]
}

const withBot = (url: string, bot: string): string => `${url}#${encodeURIComponent(bot)}`

/** The home page, if robots.txt blocks bots of these purposes. The evidence is robots.txt with their names. */
function blockedBots({ home, robots, bots }: SiteFacts, purposes: readonly string[]): SiteEvidence[] {
  const blocked = bots.filter(({ purpose, isAllowed }) => !isAllowed && purposes.includes(purpose))
  if (robots.state !== 'read' || blocked.length === 0) return []
  return [{ url: home.url, evidence: blocked.map(({ robotsToken }) => withBot(robots.url, robotsToken)) }]
}

/**
 * Finds pages that robots.txt blocks for bots of these purposes, although it allows them the home page and this
 * audit the page. The evidence is robots.txt with their names.
 */
function blockedOnPages(purposes: readonly string[]) {
  return {
    acrossPages({ site: { robots: file, bots } }: SitePages): CrossPageCheck {
      const robots = parseRobots(file.text)
      const { origin } = new URL(file.url)
      const tokens = bots.flatMap(({ purpose, isAllowed, robotsToken }) =>
        isAllowed && purposes.includes(purpose) ? [robotsToken] : [],
      )
      // Bots without rules for them all follow those for everyone.
      const sharing = [...Map.groupBy(tokens, (token) => (robots.isNamed(token) ? token : '*')).values()]
      const found: { page: number; evidence: string[] }[] = []
      return {
        add(facts, page) {
          if (file.state !== 'read' || contentOf(facts) === undefined || !facts.url.startsWith(`${origin}/`)) return
          const blocked = sharing.filter(([token = '']) => !robots.isAllowed(token, facts.url)).flat()
          if (blocked.length > 0) found.push({ page, evidence: blocked.map((token) => withBot(file.url, token)) })
        },
        finish: () => found,
      }
    },
  }
}

/**
 * The pages that this audit could read but a matching probe with a bot’s user agent could not: the home page, and
 * those of sections where it fails unlike there. The evidence is the URL with the names of the bots.
 */
function probedBots({ home, bots, sections }: SiteFacts, matches: (probe: Probe) => boolean): SiteEvidence[] {
  const isHomeOk = home.status !== null && home.status < 400
  const matching = (all: readonly BotAccess[]) =>
    all.flatMap(({ bot, probe }) => (probe !== null && matches(probe) ? [bot] : []))
  const ofHome = isHomeOk ? matching(bots) : []
  const ofSections = sections.map((section) => ({
    url: section.url,
    found: matching(section.bots).filter((bot) => !ofHome.includes(bot)),
  }))
  return [{ url: home.url, found: ofHome }, ...ofSections].flatMap(({ url, found }) =>
    found.length > 0 ? [{ url, evidence: found.map((bot) => withBot(url, bot)) }] : [],
  )
}
