import { type DomDocument, oneLine } from '../../../lib/text/dom.ts'
import facts from './declared-facts.json' with { type: 'json' }
import { type LinkedData, listOf, typesOf } from './json-ld.ts'

/** Separators of names, in common languages. Excludes commas, which also occur within names. */
const betweenNames = /\s*(?:[;|/•·]|\s(?:and|und|et|y|e|en|och|og|&)\s)\s*/i

/** Suffixes of names, without dots: degrees, licenses, generations, legal forms. */
const suffixes = new Set(
  (
    'jr sr ii iii iv esq phd md do dds dmd dvm vmd od dpm dc dpt aud psyd edd dsc dphil drph dnp jd llb llm llp ma ms msc mba ' +
    'mph mphil mres med mfa mpp mpa msw msn meng ba bs bsc bfa bed bsn beng llc ltd inc gmbh ag plc rd rdn ld ldn cdn cns ' +
    'cde cdces rn np fnp pa pac crnp aprn lcsw lmft lpc lmhc cpa cfp cfa cpt cscs pharmd rph facp facs faap faan facc facog ' +
    'faad frcp frcs cissp pmp pe ccc-slp slp otr ot pt'
  ).split(' '),
)

/** Matches roles, which are not names. */
const role = new RegExp(
  `(?:^|[\\s-])(?:${[
    '(?:co-?)?(?:editors?|founders?|hosts?|authors?|owners?|creators?)|reporters?|writers?|correspondents?|columnists?',
    'contributors?|journalists?|producers?|analysts?|directors?|managers?|presidents?|vice-president|ceo|cto|cmo|coo',
    'head of|chief|specialists?|experts?|consultants?|strategists?|researchers?|professors?|lecturers?|reviewers?',
    'photographers?|bloggers?|redakteur(?:in)?|chefredakteur(?:in)?|redaktionsleiter(?:in)?|autor(?:in)?|journalist(?:in)?',
    'journaliste|r[ée]dact(?:eur|rice)|auteure?|redactora?|periodista|redattore|redattrice|giornalista|redacteur',
  ].join('|')})(?=[\\s,./&-]|$)`,
  'i',
)
/** Words that occur only in roles. */
const roleWords =
  /^(?:senior|junior|chief|managing|deputy|associate|assistant|contributing|executive|freelance|staff|guest|lead|head|of|at large|in|and|the|news|features?|tech(?:nology)?|science|health|business|politics|sports?|[\s-])+$/i

const agencies = new Set('afp ap dpa reuters bloomberg ansa efe tass upi pa anp sda apa'.split(' '))

const particles = '(?:de|van|von|der|den|la|le|du|di|da|dos|del|ter|ten|zu|zum|af|al|el|bin|ibn)'
const surname = new RegExp(`^(?:${particles}\\s|Van\\s|Von\\s|De\\s|Di\\s)*\\p{Lu}[\\p{L}'’-]+$`, 'u')
const givenNames = new RegExp(`^\\p{Lu}[\\p{L}.'’-]*(?:\\s\\p{Lu}[\\p{L}.'’-]*){0,2}(?:\\s${particles})*$`, 'u')
const initials = /^(?:\p{Lu}\.[\s-]?)+$/u

/**
 * Returns the names in a list of authors in natural order: with degrees, without roles and parentheses. "Jong, Michiel
 * de" is one inverted name, as in library catalogs; two names have a first name each.
 * @param plain removes other text around a name
 */
function listedNames(list: string, plain: (part: string) => string): string[] {
  const bare = list.replace(/\s*\([^()]*(?:\)|$)|\s+en chef\b/gi, ' ')
  return bare.split(betweenNames).flatMap((piece) => {
    const parts = plain(piece)
      .split(/\s*,\s*/)
      .map((part) => withoutRole(plain(part)))
      .filter((part) => part !== '')
    return withoutInversion(withSuffixes(parts))
  })
}

/** Removes a role after a dash; returns '' if the whole part is a role. */
function withoutRole(part: string): string {
  const [name = '', ...suffix] = part.split(/\s+[-–—]\s+/)
  const hasRoleSuffix = suffix.length > 0 && role.test(suffix.join(' '))
  const rest = hasRoleSuffix ? name : part
  return isRole(rest) ? '' : rest
}

/** Whether a text is a role without a name: "Senior Editor", "Head of Research". */
function isRole(part: string): boolean {
  if (!role.test(part)) return false
  const rest = part.replace(new RegExp(role, 'gi'), ' ').trim()
  return (
    rest === '' ||
    roleWords.test(rest) ||
    /^(?:\S+\s+)?(?:head|chief|director|editor|manager|professor|author|founder|co-founder|host|reporter|correspondent|writer)\b.*\b(?:of|at|for|in)\b/i.test(
      part,
    )
  )
}

/** Joins suffixes to their names. */
function withSuffixes(parts: readonly string[]): string[] {
  const names: string[] = []
  for (const part of parts) {
    const last = names.length - 1
    if (last >= 0 && isSuffix(part)) names[last] = `${names[last]}, ${part}`
    else names.push(part)
  }
  return names
}

const isSuffix = (part: string) =>
  /^\p{Lu}|^[ivj]/u.test(part) &&
  part.split(/\s+/).every((word) => suffixes.has(word.toLowerCase().replaceAll('.', '')))

/** Converts names with the surname first to natural order. */
function withoutInversion(names: readonly string[]): string[] {
  const [first = '', second = ''] = names.map((name) => name.split(', ')[0] ?? '')
  const isPair = names.length === 2 && surname.test(first) && givenNames.test(second) && /\p{Ll}/u.test(first)
  if (isPair && ![first, second].some((name) => agencies.has(name.toLowerCase())))
    return [naturalOrder(names[0], names[1])]
  const isByInitials =
    names.length > 0 && names.length % 2 === 0 && names.every((name, at) => at % 2 === 0 || initials.test(name))
  if (!isByInitials) return [...names]
  return names.flatMap((name, at) => (at % 2 === 0 ? [naturalOrder(name, names[at + 1])] : []))
}

function naturalOrder(family = '', given = ''): string {
  const [names, ...behind] = given.split(', ')
  return [`${names} ${family}`, ...behind].join(', ')
}

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
    const elements = [...document.querySelectorAll(selector)].filter((element) => element.closest(otherPeople) === null)
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
