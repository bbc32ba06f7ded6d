import { factLimits, type PageFacts, type RobotsRule } from './page-facts.ts'
import { pushWithin } from './texts.ts'

/**
 * Crawler directives from Google’s and Bing’s documentation of robots meta tags, and two that some AI
 * companies have proposed (`noai`, `noimageai`).
 */
const plainDirectives = new Set(
  'all follow index indexifembedded noai noarchive nocache nofollow noimageai noimageindex noindex none noodp nosnippet notranslate noydir'.split(
    ' ',
  ),
)
const valueDirectives = new Set('max-image-preview max-snippet max-video-preview unavailable_after'.split(' '))

function isDirective(text: string): boolean {
  const colon = text.indexOf(':')
  return colon < 0 ? plainDirectives.has(text) : valueDirectives.has(text.slice(0, colon).trimEnd())
}

/** Splits directives at commas. Some pages use only spaces, which elsewhere are part of a date. */
function splitDirectives(text: string): string[] {
  const parts = withoutWeekday(text.slice(0, 1000).toLowerCase()).split(/[,;]/).map(normalDirective)
  return parts.flatMap((part) => (isDirective(part) ? part : part.split(' '))).filter((part) => part !== '')
}

/** Removes the day name and comma at the start of a date (RFC 9110, section 5.6.7). */
const withoutWeekday = (text: string): string =>
  text.replace(/(unavailable_after\s*:\s*)(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,\s*/g, '$1')

const normalDirective = (text: string): string => text.trim().replace(/\s*:\s*/, ':')

/**
 * Reads a `meta` element for crawlers. Its name can be that of any crawler, so the content decides: any
 * content counts for `robots`, and only known directives for other names.
 */
export function readRobotsMeta(name: string, content: string): RobotsRule | undefined {
  const agent = name.trim().toLowerCase()
  const directives = splitDirectives(content)
  if (agent === 'robots') return { agent: '*', directives: directives.filter(isDirective) }
  const isForCrawler = /^[a-z][a-z0-9 ._-]{0,63}$/.test(agent) && directives.length > 0
  return isForCrawler && directives.every(isDirective) ? { agent, directives } : undefined
}

/**
 * Reads `X-Robots-Tag`. A crawler’s name applies until the next one, as several headers are joined by commas;
 * rules before the first name apply to all.
 */
export function readRobotsHeader(header: string): RobotsRule[] {
  const rules: RobotsRule[] = []
  let rule: RobotsRule | undefined
  for (const part of withoutWeekday(header.slice(0, 4000).toLowerCase()).split(',')) {
    const [, name, rest] = /^\s*([a-z][a-z0-9._-]*)\s*:(.*)$/s.exec(part) ?? []
    const isNamed = name !== undefined && !valueDirectives.has(name)
    if (rule === undefined || isNamed) {
      rule = { agent: isNamed ? name : '*', directives: [] }
      pushWithin(rules, rule, factLimits.robotsRules)
    }
    const directive = normalDirective(isNamed ? (rest ?? '') : part)
    if (isDirective(directive)) pushWithin(rule.directives, directive, plainDirectives.size)
  }
  return rules.filter(({ directives }) => directives.length > 0)
}

/** All rules of a page, from its header and its document. */
export function robotsRules({ response, document }: PageFacts): RobotsRule[] {
  return [...(response?.robots ?? []), ...(document?.robots ?? [])]
}

/** Whether rules for all crawlers exclude the page from indexes. */
export function isNoindex(facts: PageFacts): boolean {
  return robotsRules(facts).some(
    ({ agent, directives }) => agent === '*' && (directives.includes('noindex') || directives.includes('none')),
  )
}
