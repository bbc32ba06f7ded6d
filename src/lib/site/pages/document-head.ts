import { crawlAddress } from '../crawl-address.ts'
import type { Attributes } from './html-reader.ts'
import { type DocumentFacts, factLimits } from './page-facts.ts'
import { readRefresh } from './refresh.ts'
import { readRobotsMeta } from './robots-directives.ts'
import { cleanText, pushWithin } from './texts.ts'

type HeadFacts = Pick<
  DocumentFacts,
  | 'alternates'
  | 'canonicals'
  | 'descriptions'
  | 'hasCsp'
  | 'lang'
  | 'refresh'
  | 'robots'
  | 'social'
  | 'titles'
  | 'viewport'
>

const maxSocial = 40

/** Reads the metadata of a document. */
export function createHeadReader(url: string) {
  let base: string | undefined
  const facts: HeadFacts = {
    titles: [],
    descriptions: [],
    lang: null,
    viewport: null,
    robots: [],
    canonicals: [],
    alternates: [],
    refresh: null,
    social: {},
  }
  /** The current base of relative URLs. */
  const baseUrl = () => base ?? url

  return {
    baseUrl,
    facts: () => facts,
    html(attributes: Attributes) {
      facts.lang ??= cleanText(attributes.get('lang') ?? attributes.get('xml:lang') ?? '', 40) || null
    },
    base(attributes: Attributes) {
      base ??= crawlAddress(attributes.get('href') ?? '', url)
    },
    /** @param isInHead facts about the page itself (description, canonical, versions) count only there */
    meta(attributes: Attributes, isInHead: boolean) {
      const content = attributes.get('content') ?? ''
      if (attributes.get('http-equiv')?.trim().toLowerCase() === 'refresh') {
        facts.refresh ??= readRefresh(content, baseUrl()) ?? null
      }
      if (attributes.get('http-equiv')?.trim().toLowerCase() === 'content-security-policy' && content !== '')
        facts.hasCsp = true
      const name = (attributes.get('name') ?? attributes.get('property') ?? '').trim().toLowerCase()
      if (name !== '' && (isInHead || name !== 'description')) readNamed(facts, name, content)
    },
    link(attributes: Attributes, isInHead: boolean) {
      if (!isInHead) return
      const rel = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/)
      const target = attributes.get('href')
      const href = target === undefined ? undefined : crawlAddress(target, baseUrl())
      if (href === undefined || href.length > factLimits.urlLength) return
      if (rel.includes('canonical')) pushWithin(facts.canonicals, href, factLimits.texts)
      const lang = attributes.get('hreflang')
      if (rel.includes('alternate') && lang !== undefined) {
        pushWithin(facts.alternates, { lang: cleanText(lang, 40), url: href }, factLimits.alternates)
      }
    },
    title: (text: string) => pushWithin(facts.titles, cleanText(text, factLimits.textLength), factLimits.texts),
  }
}

function readNamed(facts: HeadFacts, name: string, content: string) {
  const text = () => cleanText(content, factLimits.textLength)
  if (name === 'description') pushWithin(facts.descriptions, text(), factLimits.texts)
  else if (name === 'viewport') facts.viewport ??= text()
  else if (/^(?:(?:og|twitter|article):|author$)/.test(name)) {
    const key = cleanText(name, 60)
    const isNew = !Object.hasOwn(facts.social, key) && Object.keys(facts.social).length < maxSocial
    if (isNew) facts.social[key] = text()
  } else {
    const rule = readRobotsMeta(name, content)
    if (rule !== undefined) pushWithin(facts.robots, rule, factLimits.robotsRules)
  }
}
