import type { Probe, SiteFacts } from '../../../lib/site/crawling/site-facts.ts'
import { robotsRules } from '../../../lib/site/pages/robots-directives.ts'
import { addressFlag } from './across-pages/address-book.ts'
import { defineChecks } from './define-check.ts'
import { contentOf, hasDirective, servedDocument } from './page-kinds.ts'

const excluding = ['noindex', 'none', 'nosnippet', 'max-snippet:0']

export const aiAccessChecks = defineChecks('ai_access', {
  'ai-search-bots-blocked': { ofSite: (site) => blockedBots(site, ['search']) },
  'ai-fetch-bots-blocked': { ofSite: (site) => blockedBots(site, ['fetch', 'agent']) },
  'ai-training-bots-blocked': { ofSite: (site) => blockedBots(site, ['training', 'data', 'other']) },
  'ai-bots-refused': {
    ofSite: (site) =>
      probedBots(site, ({ isChallenge, status }) => !isChallenge && (status === null || status >= 400)),
  },
  'ai-bots-challenged': { ofSite: (site) => probedBots(site, ({ isChallenge }) => isChallenge) },
  'llms-txt-missing': {
    ofSite: ({ home, llmsTxt }) => (llmsTxt.exists ? [] : [{ url: home.url, evidence: [llmsTxt.url] }]),
  },
  'llms-txt-untitled': {
    ofSite: ({ llmsTxt }) =>
      llmsTxt.exists && llmsTxt.title === null ? [{ url: llmsTxt.url, evidence: [] }] : [],
  },
  'llms-txt-broken-links': {
    ofSite({ llmsTxt }, { addresses }) {
      const isBroken = (url: string) => (addresses.flags(addresses.find(url)) & addressFlag.broken) !== 0
      const broken = llmsTxt.exists ? llmsTxt.links.filter(isBroken) : []
      return broken.length > 0 ? [{ url: llmsTxt.url, evidence: broken }] : []
    },
  },
  'snippets-forbidden': (facts) =>
    contentOf(facts) !== undefined && hasDirective(facts, 'nosnippet', 'max-snippet:0'),
  'noai-directive': (facts) =>
    servedDocument(facts) !== undefined && hasDirective(facts, 'noai', 'noimageai'),
  'bot-kept-out-by-page'(facts) {
    const rules = robotsRules(facts).filter(
      ({ agent, directives }) =>
        agent !== '*' && directives.some((directive) => excluding.includes(directive)),
    )
    return (
      contentOf(facts) !== undefined && rules.map(({ agent }) => `${facts.url}#${encodeURIComponent(agent)}`)
    )
  },
})

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
 * The home page, if this audit could read it but a matching probe with a bot’s user agent could not.
 * The evidence is its URL with the names of the bots.
 */
function probedBots({ home, bots }: SiteFacts, matches: (probe: Probe) => boolean): SiteEvidence[] {
  const isHomeOk = home.status !== null && home.status < 400
  const found = bots.filter(({ probe }) => probe !== null && matches(probe))
  if (!isHomeOk || found.length === 0) return []
  return [{ url: home.url, evidence: found.map(({ bot }) => withBot(home.url, bot)) }]
}
