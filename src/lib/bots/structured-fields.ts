/** An item or inner list of a structured field, with its parameters, as written. */
export interface Member {
  value: string
  params: ReadonlyMap<string, string>
}

const bare = String.raw`(?:"(?:[ !#-\[\]-~]|\\["\\])*"|:[A-Za-z0-9+/]*={0,2}:|\?[01]|-?\d{1,15}(?:\.\d{1,3})?|[A-Za-z*][\w!#$%&'*+.^|~:/\x60-]*)`
const key = '[a-z*][a-z0-9_.*-]*'
const params = `(?:; *${key}(?:=${bare})?)*`
const list = String.raw`\( *(?:${bare}${params}(?: +${bare}${params})* *)?\)`
const member = `(${key})(?:=(${list}|${bare}))?(${params})`

const dictionaryPattern = new RegExp(String.raw`^${member}(?:[ \t]*,[ \t]*${member})*$`)
const memberPattern = new RegExp(member, 'g')
const itemPattern = new RegExp(`(${bare})(${params})`, 'g')
const paramPattern = new RegExp(`; *(${key})(?:=(${bare}))?`, 'g')

/** Parses a dictionary (RFC 9651, 3.2) in linear time. Undefined if it is malformed or empty. */
export function parseDictionary(text: string): ReadonlyMap<string, Member> | undefined {
  if (!dictionaryPattern.test(text)) return undefined
  return new Map(text.matchAll(memberPattern).map(([, name = '', ...member]) => [name, memberOf(member)]))
}

function memberOf([value = '?1', params = '']: readonly (string | undefined)[]): Member {
  const pairs = params.matchAll(paramPattern)
  return { value, params: new Map(pairs.map(([, name = '', given = '?1']) => [name, given])) }
}

/** The items of an inner list. Undefined for other values. */
export const itemsOf = ({ value }: Member): Member[] | undefined =>
  value.startsWith('(') ? Array.from(value.matchAll(itemPattern), ([, ...item]) => memberOf(item)) : undefined

/** The canonical text of an item or inner list. */
export function serialized(member: Member): string {
  const items = itemsOf(member)?.map(serialized)
  const params = [...member.params].map(([name, value]) => `;${name}${value === '?1' ? '' : `=${value}`}`)
  return `${items === undefined ? member.value : `(${items.join(' ')})`}${params.join('')}`
}

/** The text of a string. Undefined for other values. */
export const textOf = (value: string | undefined): string | undefined =>
  value?.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : undefined
