/** Between names, in the languages that most pages are in. Commas stand within what belongs to one name as well. */
const betweenNames = /\s*(?:[;|/•·]|\s(?:and|und|et|y|e|en|och|og|&)\s)\s*/i

/** What stands behind a name and belongs to it: degrees, licences, generations, forms of companies; without dots. */
const suffixes = new Set(
  (
    'jr sr ii iii iv esq phd md do dds dmd dvm vmd od dpm dc dpt aud psyd edd dsc dphil drph dnp jd llb llm llp ma ms msc mba ' +
    'mph mphil mres med mfa mpp mpa msw msn meng ba bs bsc bfa bed bsn beng llc ltd inc gmbh ag plc rd rdn ld ldn cdn cns ' +
    'cde cdces rn np fnp pa pac crnp aprn lcsw lmft lpc lmhc cpa cfp cfa cpt cscs pharmd rph facp facs faap faan facc facog ' +
    'faad frcp frcs cissp pmp pe ccc-slp slp otr ot pt'
  ).split(' '),
)

/** What somebody does is no somebody. */
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
/** Words that nothing but the name of a role is made of. */
const roleWords =
  /^(?:senior|junior|chief|managing|deputy|associate|assistant|contributing|executive|freelance|staff|guest|lead|head|of|at large|in|and|the|news|features?|tech(?:nology)?|science|health|business|politics|sports?|[\s-])+$/i

const agencies = new Set('afp ap dpa reuters bloomberg ansa efe tass upi pa anp sda apa'.split(' '))

const particles = '(?:de|van|von|der|den|la|le|du|di|da|dos|del|ter|ten|zu|zum|af|al|el|bin|ibn)'
const surname = new RegExp(`^(?:${particles}\\s|Van\\s|Von\\s|De\\s|Di\\s)*\\p{Lu}[\\p{L}'’-]+$`, 'u')
const givenNames = new RegExp(
  `^\\p{Lu}[\\p{L}.'’-]*(?:\\s\\p{Lu}[\\p{L}.'’-]*){0,2}(?:\\s${particles})*$`,
  'u',
)
const initials = /^(?:\p{Lu}\.[\s-]?)+$/u

/**
 * The names in a list of authors, each once as it is spoken: with degrees, without roles and what stands in parentheses.
 * "Jong, Michiel de" is one name turned round, as library catalogues write it, and two names have a first name each.
 * @param plain removes what else stands around a name
 */
export function listedNames(list: string, plain: (part: string) => string): string[] {
  const bare = list.replace(/\s*\([^()]*(?:\)|$)|\s+en chef\b/gi, ' ')
  return bare.split(betweenNames).flatMap((piece) => {
    const parts = plain(piece)
      .split(/\s*,\s*/)
      .map((part) => withoutRole(plain(part)))
      .filter((part) => part !== '')
    return turnedRound(withSuffixes(parts))
  })
}

/** Without a role behind a dash; nothing where it is one altogether. */
function withoutRole(part: string): string {
  const [name = '', ...behind] = part.split(/\s+[-–—]\s+/)
  const isBehind = behind.length > 0 && role.test(behind.join(' '))
  const shown = isBehind ? name : part
  return isRole(shown) ? '' : shown
}

/** "Senior Editor", "Head of Research": a person's name stands in none. */
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

/** Joins what belongs to a name to it. */
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

/** Names whose surname stands first, in the order in which they are spoken. */
function turnedRound(names: readonly string[]): string[] {
  const [first = '', second = ''] = names.map((name) => name.split(', ')[0] ?? '')
  const isPair = names.length === 2 && surname.test(first) && givenNames.test(second) && /\p{Ll}/u.test(first)
  if (isPair && ![first, second].some((name) => agencies.has(name.toLowerCase())))
    return [spoken(names[0], names[1])]
  const isByInitials =
    names.length > 0 &&
    names.length % 2 === 0 &&
    names.every((name, at) => at % 2 === 0 || initials.test(name))
  if (!isByInitials) return [...names]
  return names.flatMap((name, at) => (at % 2 === 0 ? [spoken(name, names[at + 1])] : []))
}

function spoken(family = '', given = ''): string {
  const [names, ...behind] = given.split(', ')
  return [`${names} ${family}`, ...behind].join(', ')
}
