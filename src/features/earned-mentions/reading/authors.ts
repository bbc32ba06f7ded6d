import { type DomDocument, oneLine } from '../../../lib/text/dom.ts'
import facts from './declared-facts.json' with { type: 'json' }
import { type LinkedData, listOf, typesOf } from './json-ld.ts'
import { listedNames } from './listed-names.ts'

const maxAuthors = 10
const maxNameLength = 100

/** Prefixes of a name in a byline, in common languages. */
const byWords =
  /^(?:(?:written|posted|published|reviewed|words|story|article|text) by|by|von|par|por|di|da|door|av|af|автор|文)(?:\s*:\s*|\s+)/i
/** Suffixes of a name in a byline: a date, a reading time, a status. */
const afterName =
  /\s*(?:[-–—|•·(,]\s*|\s)(?:(?:updated|published|posted|last|on|in)\b.*|\d{1,2}\s+min\b.*|\d{1,2}[./]\d{1,2}[./]\d{2,4}.*|\d{4}-\d{2}-\d{2}.*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d.*)$/i
const placeholderNames =
  /^(?:admin|administrator|editor|guest|unknown|anonymous|none|null|undefined|author|staff|n\/a|\d+)$/i

/** Elements that name people who did not write the page, such as commenters, also on other sites (h-cite microformats). */
const otherPeople =
  'nav, footer, aside, [class*="comment"], [id*="comment"], [class*="mentions"], [id*="mentions"], .reply, .replies, .h-cite'

/**
 * Reads the declared authors of a page from JSON-LD, or else `meta` elements, or else a byline. Returns organizations
 * only if no person is declared.
 */
export function readAuthors(document: DomDocument, data: LinkedData): string[] {
  for (const found of [inLinkedData(data), inMetas(document), inBylines(document)]) {
    const names = [...new Set(found.flatMap(namesIn))].slice(0, maxAuthors)
    if (names.length > 0) return names
  }
  return []
}

function inLinkedData(data: LinkedData): string[] {
  for (const article of data.articles) {
    const authors = [...listOf(article.author), ...listOf(article.creator)]
    const found = authors.map((author) => {
      if (typeof author === 'string') return { name: author, isPerson: true }
      const object = data.resolve(author)
      const name = listOf(object?.name).find((value) => typeof value === 'string')
      return { name: name ?? '', isPerson: object !== undefined && !typesOf(object).includes('Organization') }
    })
    const named = found.filter(({ name }) => namesIn(name).length > 0)
    const persons = named.filter(({ isPerson }) => isPerson)
    if (named.length > 0) return (persons.length > 0 ? persons : named).map(({ name }) => name)
  }
  return []
}

function inMetas(document: DomDocument): string[] {
  for (const selector of facts.authors.metas) {
    const texts = [...document.querySelectorAll(selector)].map((meta) => meta.getAttribute('content') ?? '')
    if (texts.some((text) => namesIn(text).length > 0)) return texts
  }
  return []
}

function inBylines(document: DomDocument): string[] {
  for (const selector of facts.authors.bylines) {
    const elements = [...document.querySelectorAll(selector)].filter(
      (element) => element.closest(otherPeople) === null,
    )
    const texts = elements.map((element) => {
      const name = element.querySelector('[itemprop~="name"], [rel~="author"], .author-name, .fn')
      return (name ?? element).getAttribute('content') ?? (name ?? element).textContent ?? ''
    })
    const outermost = texts.filter((text) => namesIn(text).length > 0)
    if (outermost.length > 0) return outermost
  }
  return []
}

/** The names in a text that should contain only names. */
function namesIn(text: string): string[] {
  const line = oneLine(text)
  if (line.length > maxNameLength * 4 || /^(?:https?:|www\.)/i.test(line)) return []
  const plain = (part: string) => part.replace(byWords, '').replace(afterName, '').trim()
  return listedNames(line.replace(byWords, ''), plain).filter(isName)
}

const isName = (text: string) =>
  text !== '' &&
  text.length <= maxNameLength &&
  /\p{L}/u.test(text) &&
  !placeholderNames.test(text) &&
  !/^[\d@]|[@<>{}]|\.(?:com|org|net)\b/i.test(text)
