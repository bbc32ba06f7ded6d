import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Writes the types, properties and enumeration members of schema.org to a data file. Reads them from the
 * types of the npm package schema-dts (Apache-2.0), which its authors generate from schema.org's definition.
 */
const source = readFileSync(new URL('../node_modules/schema-dts/dist/schema.d.ts', import.meta.url), 'utf8')
const target = new URL('../src/lib/site/pages/schema-vocabulary.txt', import.meta.url)

/** Types whose values can be checked. Properties that can also be any text or URL are not checked. */
const simple = ['Boolean', 'Date', 'DateTime', 'Duration', 'Float', 'Integer', 'Number', 'Time']

interface Interface {
  parents: string[]
  body: string
}

const interfaces = new Map<string, Interface>()
for (const [, name = '', parents = '', body = ''] of source.matchAll(
  /^(?:export )?interface (\w+) (?:extends ([\w, <>]+) )?\{\n(.*?)^\}/gms,
))
  interfaces.set(name, { parents: parents.split(', ').map((parent) => parent.trim()), body })

const members: Record<string, string[]> = {}
for (const [, name = '', values = ''] of source.matchAll(/^export type (\w+)(?:<[^=]*>)? = ([^;]*);/gm)) {
  const found = [...values.matchAll(/"https:\/\/schema\.org\/(\w+)"/g)].map(([, member = '']) => member)
  // For those with subtypes, not all members are known.
  const kinds = values.split(' | ').filter((value) => !value.startsWith('"') && value !== `${name}Leaf`)
  if (found.length > 0 && kinds.length === 0) members[name] = found
}

const types: Record<string, { parents: string[]; properties: string[] }> = {}
const ranges: Record<string, string[]> = {}
for (const [, name = ''] of source.matchAll(/^\s+"@type": "(\w+)";/gm)) {
  const found = ['Base', 'Leaf'].flatMap(
    (end) => interfaces.get(name + end) ?? interfaces.get(`_${name}${end}`) ?? [],
  )[0]
  const properties = found?.body.matchAll(/^ {4}"(\w+)"\?: SchemaValue<([^,]+),/gm) ?? []
  const own: string[] = []
  for (const [, property = '', range = ''] of properties) {
    own.push(property)
    ranges[property] = range.split(' | ').filter((type) => type !== 'IdReference')
  }
  const parents = (found?.parents ?? []).filter((parent) => parent.endsWith('Base'))
  types[name] = {
    parents: parents.map((parent) => parent.slice(0, -4)).filter((parent) => parent !== name),
    properties: own,
  }
}

/** Properties whose values can be checked. */
const checked = Object.entries(ranges).filter(([, range]) =>
  range.every((type) => simple.includes(type) || members[type] !== undefined),
)
const lines = <T>(record: Record<string, T>, line: (name: string, value: T) => string) =>
  Object.entries(record)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => line(name, value))
writeFileSync(
  target,
  [
    '# From schema.org (CC BY-SA 3.0), by scripts/write-schema-vocabulary.ts: types with their parents and their own',
    '# properties, properties with the types of their values, and members of enumerations.',
    ...lines(types, (name, { parents, properties }) =>
      `type ${name} < ${parents.join(' ')} : ${properties.join(' ')}`.trimEnd(),
    ),
    ...lines(Object.fromEntries(checked), (name, range) => `property ${name} : ${range.join(' ')}`),
    ...lines(members, (name, found) => `members ${name} : ${found.join(' ')}`),
    '',
  ].join('\n'),
)
