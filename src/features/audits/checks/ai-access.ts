import type { Probe, SiteFacts } from '../../../lib/site/crawling/site-facts.ts'
import { robotsRules } from '../../../lib/site/pages/robots-directives.ts'
import { addressFlag } from './across-pages/address-book.ts'
import { defineChecks } from './define-check.ts'
import { contentOf, hasDirective, servedDocument } from './page-kinds.ts'

const excluding = ['noindex', 'none', 'nosnippet', 'max-snippet:0']

export const aiAccessChecks = defineChecks('ai_access', [
  {
    id: 'ai-search-bots-blocked',
    name: 'robots.txt blocks AI search crawlers',
    issue_type: 'critical',
    severity: 'high',
    description: 'robots.txt blocks the home page for crawlers whose index AI engines answer from.',
    docs: {
      what: 'Bots that build the index of an AI engine cannot read the home page. The evidence names them.',
      why: 'An engine does not cite a page missing from its index. It mentions your competitors instead.',
      how: 'Allow these bots in robots.txt. You can still block bots that collect training data.',
      example: `User-agent: OAI-SearchBot
Disallow: /

User-agent: OAI-SearchBot
Allow: /`,
    },
    ofSite: (site) => blockedBots(site, ['search']),
  },
  {
    id: 'ai-fetch-bots-blocked',
    name: 'robots.txt blocks AI assistants',
    issue_type: 'error',
    severity: 'high',
    description: 'robots.txt blocks the home page for assistants that fetch pages to answer a user.',
    docs: {
      what: 'Bots that read or act on a page while answering a user cannot read the home page. The evidence names them.',
      why: 'An assistant that cannot read your site answers from third-party sources.',
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
    name: 'robots.txt blocks AI training crawlers',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'robots.txt blocks the home page for crawlers that collect training data.',
    docs: {
      what: 'Bots that train models, or collect pages for training, cannot read the home page. The evidence names them.',
      why: 'Many sites choose this on purpose. Models then learn about the brand only from other sites.',
      how: 'Allow them if you want models to learn about the brand from your site.',
      example: `User-agent: GPTBot
Disallow: /`,
    },
    ofSite: (site) => blockedBots(site, ['training', 'data', 'other']),
  },
  {
    id: 'ai-bots-refused',
    name: 'The server rejects AI bots',
    issue_type: 'critical',
    severity: 'high',
    description: 'The home page returns an error to requests with an AI bot’s user agent.',
    docs: {
      what: 'The same request works for this audit but fails with the user agents of the bots in the evidence.',
      why: 'A firewall or hosting provider blocks them, often without your knowledge. robots.txt cannot fix this.',
      how: 'Check the bot rules of your CDN, firewall and hosting provider, and allow these bots.',
      example: 'User-Agent: compatible; PerplexityBot → 403',
    },
    ofSite: (site) =>
      probedBots(site, ({ isChallenge, status }) => !isChallenge && (status === null || status >= 400)),
  },
  {
    id: 'ai-bots-challenged',
    name: 'AI bots get a human verification challenge',
    issue_type: 'critical',
    severity: 'high',
    description: 'The home page returns a challenge to requests with an AI bot’s user agent.',
    docs: {
      what: 'A captcha or script challenge blocks the page for the bots that the evidence names.',
      why: 'Bots cannot solve challenges. They read the challenge text, or nothing, instead of your page.',
      how: 'Exempt verified AI bots in the settings of your bot protection.',
      example: 'User-Agent: compatible; ClaudeBot → 403 “Just a moment…”',
    },
    ofSite: (site) => probedBots(site, ({ isChallenge }) => isChallenge),
  },
  {
    id: 'llms-txt-missing',
    name: 'llms.txt is missing',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The site has no llms.txt, a proposed guide to its content for language models.',
    docs: {
      what: '/llms.txt does not return a text in the format of the proposal (llmstxt.org).',
      why: 'Few engines read it today, but agents and coding tools do, and it costs little.',
      how: 'Add a Markdown file with the site’s name, a summary, and links to the most important pages.',
      example: `# Shop Example
> Everything about examples.

## Guides
- [First steps](https://shop.example/start)`,
    },
    ofSite: ({ home, llmsTxt }) => (llmsTxt.exists ? [] : [{ url: home.url, evidence: [llmsTxt.url] }]),
  },
  {
    id: 'llms-txt-untitled',
    name: 'llms.txt does not start with a heading',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'llms.txt exists but does not have the format that its readers expect.',
    docs: {
      what: 'The proposal (llmstxt.org) requires one part: a first-level heading with the name of the site.',
      why: 'Tools that parse the file may not recognize it and ignore it.',
      how: 'Start the file with # and the name of the site.',
      example: '# Shop Example',
    },
    ofSite: ({ llmsTxt }) =>
      llmsTxt.exists && llmsTxt.title === null ? [{ url: llmsTxt.url, evidence: [] }] : [],
  },
  {
    id: 'llms-txt-broken-links',
    name: 'llms.txt has broken links',
    issue_type: 'warning',
    severity: 'medium',
    description: 'llms.txt links to URLs that return an error or do not respond. The evidence lists them.',
    docs: {
      what: 'One of the first 1,000 links in the file fails. Links to other sites are checked only with link analysis.',
      why: 'The file lists your most important pages. Readers that follow its links find nothing.',
      how: 'Fix the links, and regenerate the file whenever pages move.',
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
    name: 'Page forbids quotes',
    issue_type: 'error',
    severity: 'medium',
    description: 'The page tells engines not to show its text.',
    docs: {
      what: 'A directive for all crawlers says nosnippet, or max-snippet:0.',
      why: 'Google’s AI Overviews and AI Mode, and Bing’s answers, do not use the text of pages with these directives.',
      how: 'Remove the directive, or mark only the parts that must not be quoted with data-nosnippet.',
      example: `<meta name="robots" content="nosnippet">
<p data-nosnippet>Members pay 9.90.</p>`,
    },
    ofPage: (facts) => contentOf(facts) !== undefined && hasDirective(facts, 'nosnippet', 'max-snippet:0'),
  },
  {
    id: 'noai-directive',
    name: 'Page forbids use by AI',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The page has a directive that forbids use by AI.',
    docs: {
      what: 'A robots directive says noai or noimageai.',
      why: 'These directives are not a standard, but some AI crawlers and data sets follow them.',
      how: 'Remove them if the page should appear in answers.',
      example: '<meta name="robots" content="noai, noimageai">',
    },
    ofPage: (facts) => servedDocument(facts) !== undefined && hasDirective(facts, 'noai', 'noimageai'),
  },
  {
    id: 'bot-kept-out-by-page',
    name: 'Page blocks individual crawlers',
    issue_type: 'error',
    severity: 'medium',
    description: 'The page tells specific crawlers not to index or quote it.',
    docs: {
      what: 'A robots meta element or an X-Robots-Tag header for a named crawler says noindex, none or nosnippet.',
      why: 'That crawler’s engine cannot use the page. If it is Googlebot or Bingbot, their AI answers cannot either.',
      how: 'Remove the directive unless it is intended.',
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
