/** Whether a URL’s path with its query matches the pattern of a rule. */
export type MatchesPath = (path: string) => boolean

/**
 * Compiles a robots.txt pattern: it matches by prefix, `*` matches any characters, and a final `$` the end
 * (RFC 9309, section 2.2.3). With this one wildcard, matching each part at its first occurrence is enough.
 * @param pattern percent-encoded by `encodePattern`
 */
export function createPathMatcher(pattern: string): MatchesPath {
  const isAnchored = pattern.endsWith('$')
  const [start = '', ...rest] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*')
  const last = isAnchored ? rest.pop() : undefined
  const middle = rest.filter((part) => part !== '')

  return (path) => {
    if (!path.startsWith(start)) return false
    let position = start.length
    for (const part of middle) {
      const found = path.indexOf(part, position)
      if (found === -1) return false
      position = found + part.length
    }
    if (!isAnchored) return true
    if (last === undefined) return position === path.length
    return path.length - last.length >= position && path.endsWith(last)
  }
}

/**
 * The form in which rules and URLs are compared (RFC 9309, section 2.2.2): percent-encodes other than ASCII
 * as UTF-8, and capitalizes the digits of existing encodings. Decodes nothing.
 */
export function encodePattern(pattern: string): string {
  return inCapitals(pattern.replace(/[^\p{ASCII}]+/gu, (text) => encodeURIComponent(text.toWellFormed())))
}

/** The path and query of an encoded URL, which rules are matched against. */
export function pathOf(url: string): string {
  const rest = url.replace(/^(?:\/\/)?(?:[^/?;#]*:\/\/)?[^/?;#]*/, '').replace(/#.*$/s, '')
  return inCapitals(rest.startsWith('/') ? rest : `/${rest}`)
}

const inCapitals = (text: string) => text.replace(/%[0-9a-f]{2}/gi, (encoded) => encoded.toUpperCase())

import names from './robots-fields.json' with { type: 'json' }

/** A line of robots.txt that allows or disallows. */
interface RobotsRule {
  line: number
  /** As written, without a comment. */
  text: string
}

/** A parsed robots.txt. Without a matching rule everything is allowed. */
export interface Robots {
  /**
   * @param token the crawler’s product token, without a version
   * @param url a URL with a percent-encoded path, as in `URL.href`
   */
  isAllowed(token: string, url: string): boolean
  /** The rule that applies to a URL. */
  ruleFor(token: string, url: string): RobotsRule | undefined
  /** Whether a group is for this token. Crawlers without one follow the group for all. */
  isNamed(token: string): boolean
  /** The requested pause between two requests. */
  crawlDelaySeconds(token: string): number | undefined
  /** As written. */
  sitemaps: string[]
  /** Lines without a record that a known crawler reads. */
  unknownLines: { line: number; text: string }[]
}

interface Rule extends RobotsRule {
  isAllowing: boolean
  /** Octets of the pattern. */
  length: number
  matches: MatchesPath
}

interface Group {
  /** Lowercase. */
  agents: Set<string>
  rules: Rule[]
}

interface Reading {
  groups: Group[]
  crawlDelays: Map<string, number>
  sitemaps: string[]
  unknownLines: { line: number; text: string }[]
  /** Whether the last group has rules, so that the next user agent starts a new group. */
  isGroupComplete: boolean
}

/** Field names with their common misspellings, those that Google’s parser accepts. */
const fieldNames: Record<string, string> = names

/** Google truncates longer lines, which limits the length of a rule. */
const lineLength = 8 * 2083 - 1
const everyone = '*'
const white = '\t\v\f '

/**
 * Parses robots.txt by RFC 9309. Beyond the standard it follows Google’s parser, which site owners test with:
 * missing colons, misspelled fields, a user agent up to its first invalid character, `index.html` at the end
 * of allowed paths, truncated long lines, and sitemaps. Tokens can contain digits and dots, as in bot names
 * (AI2Bot). Ignores a full or partial byte order mark.
 */
export function parseRobots(content: string | Uint8Array): Robots {
  const reading: Reading = {
    groups: [],
    crawlDelays: new Map(),
    sitemaps: [],
    unknownLines: [],
    isGroupComplete: false,
  }
  const text = typeof content === 'string' ? content.replace(/^\uFEFF/, '') : decode(content)
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) readLine(reading, line, index + 1)

  function rulesFor(token: string): Rule[] {
    const agent = token.toLowerCase()
    const own = reading.groups.filter(({ agents }) => agents.has(agent))
    const groups = own.length > 0 ? own : reading.groups.filter(({ agents }) => agents.has(everyone))
    return groups.flatMap(({ rules }) => rules).sort(bySpecificity)
  }
  const isNamed = (token: string) => reading.groups.some(({ agents }) => agents.has(token.toLowerCase()))
  const known = new Map<string, Rule[]>()
  function decide(token: string, url: string): Rule | undefined {
    const rules = known.get(token) ?? rulesFor(token)
    known.set(token, rules)
    const path = pathOf(url)
    return rules.find((rule) => rule.matches(path))
  }

  return {
    isAllowed: (token, url) => decide(token, url)?.isAllowing ?? true,
    ruleFor(token, url) {
      const rule = decide(token, url)
      return rule && { line: rule.line, text: rule.text }
    },
    isNamed,
    crawlDelaySeconds: (token) => reading.crawlDelays.get(isNamed(token) ? token.toLowerCase() : everyone),
    sitemaps: reading.sitemaps,
    unknownLines: reading.unknownLines,
  }
}

/** The longest pattern wins; of two equally long ones, the one that allows (RFC 9309, section 2.2.2). */
const bySpecificity = (a: Rule, b: Rule) => b.length - a.length || Number(b.isAllowing) - Number(a.isAllowing)

/** A crawler’s token in robots.txt: the valid prefix of its name. */
export const productToken = (name: string): string => /^[\w.-]*/.exec(name)?.[0] ?? ''

/** Trims ASCII white space only, so that a byte order mark within the file stays. */
function trim(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && white.includes(text.charAt(start))) start += 1
  while (end > start && white.includes(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

function readLine(reading: Reading, line: string, number: number): void {
  const text = trim(line.slice(0, lineLength).replace(/#.*/s, ''))
  if (text === '') return
  // Without a colon it is a record only if it has two words.
  const parts = /^([^:]*):(.*)$/s.exec(text) ?? /^(\S+)\s+(\S+)$/.exec(text)
  const field = trim(parts?.[1] ?? '').toLowerCase()
  const value = trim(parts?.[2] ?? '')
  const kind = Object.hasOwn(fieldNames, field) ? fieldNames[field] : undefined
  if (kind === undefined) reading.unknownLines.push({ line: number, text })
  else if (kind === 'agent') addAgent(reading, value)
  else if (kind === 'sitemap') reading.sitemaps.push(value)
  else if (kind === 'delay') addDelay(reading, value)
  else if (kind !== 'other') addRule(reading, kind === 'allow', value, { line: number, text })
}

function addAgent(reading: Reading, value: string): void {
  const last = reading.groups.at(-1)
  const group = last === undefined || reading.isGroupComplete ? { agents: new Set<string>(), rules: [] } : last
  if (group !== last) reading.groups.push(group)
  reading.isGroupComplete = false
  const agent = /^\*(\s|$)/.test(value) ? everyone : productToken(value).toLowerCase()
  if (agent !== '') group.agents.add(agent)
}

/** A delay is not a rule of the RFC and ends no group: it applies to the preceding agents. */
function addDelay(reading: Reading, value: string): void {
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : undefined
  if (seconds === undefined) return
  for (const agent of reading.groups.at(-1)?.agents ?? []) reading.crawlDelays.set(agent, seconds)
}

function addRule(reading: Reading, isAllowing: boolean, value: string, rule: RobotsRule): void {
  const group = reading.groups.at(-1)
  if (group === undefined) return
  reading.isGroupComplete = true
  // An empty rule has no effect.
  if (value === '') return
  const pattern = encodePattern(value)
  group.rules.push({ ...rule, isAllowing, length: pattern.length, matches: createPathMatcher(pattern) })
  const folder = isAllowing ? /^(.*\/)index\.htm[^/]*$/.exec(pattern)?.[1] : undefined
  if (folder === undefined) return
  group.rules.push({
    ...rule,
    isAllowing,
    length: folder.length + 1,
    matches: createPathMatcher(`${folder}$`),
  })
}

function decode(bytes: Uint8Array): string {
  const mark = [0xef, 0xbb, 0xbf]
  const isOther = mark.findIndex((byte, index) => bytes[index] !== byte)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(isOther === -1 ? mark.length : isOther))
}
