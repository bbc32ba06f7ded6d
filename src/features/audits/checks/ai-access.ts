import type { Probe, SiteFacts } from '../../../lib/site/crawling/site-facts.ts'
import { robotsRules } from '../../../lib/site/pages/robots-directives.ts'
import { addressFlag } from './across-pages/address-book.ts'
import { defineChecks } from './define-check.ts'
import { contentOf, hasDirective, servedDocument } from './page-kinds.ts'

const excluding = ['noindex', 'none', 'nosnippet', 'max-snippet:0']

export const aiAccessChecks = defineChecks('ai_access', [
  {
    id: 'ai-search-bots-blocked',
    name: 'Crawlers of AI search are blocked by robots.txt',
    issue_type: 'critical',
    severity: 'high',
    description: 'robots.txt keeps crawlers from the home page whose index AI answers are drawn from.',
    docs: {
      what: 'Bots that build the index of an AI engine may not read the home page. The evidence names them.',
      why: 'What is not in the index of an engine is not in its answers, and others are named in your place.',
      how: 'Allow these bots in robots.txt. Blocking those that collect pages for training is another matter and may stay.',
      example: `User-agent: OAI-SearchBot
Disallow: /

User-agent: OAI-SearchBot
Allow: /`,
    },
    ofSite: (site) => blockedBots(site, ['search']),
  },
  {
    id: 'ai-fetch-bots-blocked',
    name: 'AI assistants are blocked by robots.txt',
    issue_type: 'error',
    severity: 'high',
    description:
      'robots.txt keeps assistants from the home page that fetch pages while somebody asks about them.',
    docs: {
      what: 'Bots that read a page or act on it at the moment of a question may not read the home page. The evidence names them.',
      why: 'When people ask an assistant about your site, it cannot look, and answers from hearsay.',
      how: 'Allow these bots in robots.txt.',
      example: `User-agent: ChatGPT-User
Disallow: /

User-agent: ChatGPT-User
Allow: /`,
    },
    ofSite: (site) => blockedBots(site, ['fetch', 'agent']),
  },
  {
    id: 'ai-training-bots-blocked',
    name: 'Crawlers that train models are blocked by robots.txt',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'robots.txt keeps crawlers from the home page that collect pages for models and data sets.',
    docs: {
      what: 'Bots whose operators train models, or gather pages that others train on, may not read the home page. The evidence names them.',
      why: 'It is a choice many make on purpose. Its price: models learn about the brand only from what others write.',
      how: 'Allow them if being known to models matters more to you than what they take.',
      example: `User-agent: GPTBot
Disallow: /`,
    },
    ofSite: (site) => blockedBots(site, ['training', 'data', 'other']),
  },
  {
    id: 'ai-bots-refused',
    name: 'The server refuses AI bots',
    issue_type: 'critical',
    severity: 'high',
    description: 'The home page answers with an error when it is asked under the name of an AI bot.',
    docs: {
      what: 'The same request works for this audit and fails under the name of the bots that the evidence names.',
      why: 'A firewall or hosting provider blocks them, often without the owner knowing. robots.txt cannot mend that.',
      how: 'Look for bot rules at the CDN, the firewall and the hosting provider, and allow these bots there.',
      example: 'User-Agent: compatible; PerplexityBot → 403',
    },
    ofSite: (site) =>
      probedBots(site, ({ isChallenge, status }) => !isChallenge && (status === null || status >= 400)),
  },
  {
    id: 'ai-bots-challenged',
    name: 'AI bots are asked to prove that they are human',
    issue_type: 'critical',
    severity: 'high',
    description: 'The home page comes as a test for humans when it is asked under the name of an AI bot.',
    docs: {
      what: 'A protection such as a captcha or a script challenge stands before the page for the bots that the evidence names.',
      why: 'A bot solves no test. It reads the text of the challenge in place of your page, or nothing.',
      how: 'Exempt verified AI bots in the protection’s settings.',
      example: 'User-Agent: compatible; ClaudeBot → 403 “Just a moment…”',
    },
    ofSite: (site) => probedBots(site, ({ isChallenge }) => isChallenge),
  },
  {
    id: 'llms-txt-missing',
    name: 'There is no llms.txt',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The site has no llms.txt, a proposed guide to its content for language models.',
    docs: {
      what: 'At /llms.txt there is no text that begins as the proposal (llmstxt.org) has it.',
      why: 'Few engines read it today, but agents and programming tools do where it exists, and it costs little.',
      how: 'Add a Markdown file with the name of the site, a summary, and links to the pages that matter most.',
      example: `# Shop Example
> Everything about examples.

## Guides
- [First steps](https://shop.example/start)`,
    },
    ofSite: ({ home, llmsTxt }) => (llmsTxt.exists ? [] : [{ url: home.url, evidence: [llmsTxt.url] }]),
  },
  {
    id: 'llms-txt-untitled',
    name: 'llms.txt does not begin with a heading',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The file llms.txt is there, but is not of the form that its readers look for.',
    docs: {
      what: 'The proposal (llmstxt.org) has one required part, a first-level heading with the name of the site.',
      why: 'Tools that parse the file may take it for something else and pass over it.',
      how: 'Begin the file with # and the name of the site.',
      example: '# Shop Example',
    },
    ofSite: ({ llmsTxt }) =>
      llmsTxt.exists && llmsTxt.title === null ? [{ url: llmsTxt.url, evidence: [] }] : [],
  },
  {
    id: 'llms-txt-broken-links',
    name: 'llms.txt has links that do not work',
    issue_type: 'warning',
    severity: 'medium',
    description:
      'The file llms.txt links to addresses that answer with an error or not at all. The evidence names them.',
    docs: {
      what: 'One of the first 1,000 links of the file fails. Links to other sites are tried where the audit tries those of pages.',
      why: 'The file says which pages matter most. Who goes by it finds nothing there.',
      how: 'Correct the links, and have the file made anew whenever pages move.',
      example: '- [First steps](https://shop.example/start) → 404',
    },
    ofSite({ llmsTxt }, { addresses }) {
      const isBroken = (url: string) => (addresses.flags(addresses.find(url)) & addressFlag.broken) !== 0
      const broken = llmsTxt.exists ? llmsTxt.links.filter(isBroken) : []
      return broken.length > 0 ? [{ url: llmsTxt.url, evidence: broken }] : []
    },
  },
  {
    id: 'snippets-forbidden',
    name: 'Page forbids to quote from it',
    issue_type: 'error',
    severity: 'medium',
    description: 'The page tells engines to show no text of it.',
    docs: {
      what: 'A directive for all crawlers says nosnippet, or max-snippet:0.',
      why: 'Google’s AI Overviews and AI Mode, and Bing’s answers, take these directives as a ban on using the text in an answer.',
      how: 'Take the directive away, or mark only the parts that must not be quoted with data-nosnippet.',
      example: `<meta name="robots" content="nosnippet">
<p data-nosnippet>Members pay 9.90.</p>`,
    },
    ofPage: (facts) => contentOf(facts) !== undefined && hasDirective(facts, 'nosnippet', 'max-snippet:0'),
  },
  {
    id: 'noai-directive',
    name: 'Page forbids its use by AI',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The page carries a directive against use by AI.',
    docs: {
      what: 'A robots directive says noai or noimageai.',
      why: 'These words are no standard, but some operators of AI crawlers and data sets heed them.',
      how: 'Take them away if the page should appear in answers.',
      example: '<meta name="robots" content="noai, noimageai">',
    },
    ofPage: (facts) => servedDocument(facts) !== undefined && hasDirective(facts, 'noai', 'noimageai'),
  },
  {
    id: 'bot-kept-out-by-page',
    name: 'Page keeps single crawlers out',
    issue_type: 'error',
    severity: 'medium',
    description: 'The page tells crawlers that it names not to keep or quote it.',
    docs: {
      what: 'A robots meta element or an X-Robots-Tag header for a named crawler says noindex, none or nosnippet.',
      why: 'That crawler’s engine cannot use the page although others can. Where it is Googlebot or Bingbot, AI answers go with it.',
      how: 'Take the directive away, or make sure that it is still meant.',
      example: '<meta name="googlebot" content="noindex">',
    },
    ofPage(facts) {
      const rules = robotsRules(facts).filter(
        ({ agent, directives }) =>
          agent !== '*' && directives.some((directive) => excluding.includes(directive)),
      )
      return (
        contentOf(facts) !== undefined &&
        rules.map(({ agent }) => `${facts.url}#${encodeURIComponent(agent)}`)
      )
    },
  },
])

interface SiteEvidence {
  url: string
  evidence: string[]
}

const named = (url: string, bot: string): string => `${url}#${encodeURIComponent(bot)}`

/** The home page, if robots.txt keeps bots of these purposes from it; the evidence is robots.txt with their names. */
function blockedBots({ home, robots, bots }: SiteFacts, purposes: readonly string[]): SiteEvidence[] {
  const blocked = bots.filter(({ purpose, isAllowed }) => !isAllowed && purposes.includes(purpose))
  if (robots.state !== 'read' || blocked.length === 0) return []
  return [{ url: home.url, evidence: blocked.map(({ robotsToken }) => named(robots.url, robotsToken)) }]
}

/**
 * The home page, if a request under the name of a bot got something that this audit did not; the evidence is its
 * address with the names of the bots.
 */
function probedBots({ home, bots }: SiteFacts, isMeant: (probe: Probe) => boolean): SiteEvidence[] {
  const isHomeFine = home.status !== null && home.status < 400
  const meant = bots.filter(({ probe }) => probe !== null && isMeant(probe))
  if (!isHomeFine || meant.length === 0) return []
  return [{ url: home.url, evidence: meant.map(({ bot }) => named(home.url, bot)) }]
}
