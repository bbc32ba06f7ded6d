import { readFileSync } from 'node:fs'
import { variables } from '../../src/config.ts'
import { columnTypes, exportKindNames, exportKinds } from '../../src/features/exports/index.ts'
import { features } from '../../src/features.ts'
import { exampleBody } from '../../src/kernel/event-example.ts'
import { eventBodySchema } from '../../src/kernel/events.ts'
import { roles } from '../../src/kernel/roles.ts'
import type { Generated } from './document.ts'

const table = (names: readonly string[], rows: readonly (readonly string[])[]) =>
  [names, names.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const variablesTable = table(
  ['variable', 'default', 'meaning'],
  Object.entries(variables).map(([name, { fallback, doc }]) => [
    `\`${name}\``,
    fallback === '' ? '–' : `\`${fallback}\``,
    doc,
  ]),
)

/** The permissions that each role adds to the one before it. */
const rolesTable = table(
  ['what', ...roles],
  features.flatMap(({ name, operations = [] }) => {
    const cells = roles.map((role) =>
      operations
        .filter((operation) => operation.role === role)
        .map((operation) => `\`${operation.name}\``)
        .join(' '),
    )
    return cells.every((cell) => cell === '') ? [] : [[name.replaceAll('-', ' '), ...cells]]
  }),
)

/** The columns of each type of export. */
const exportsTable = exportKindNames
  .map((name) => {
    const { summary, scope, filters, columns } = exportKinds[name]
    const rows = columns.map((one) => [`\`${one.name}\``, columnTypes[one.type].parquet, one.meaning])
    const about = `${summary}. Scope: \`${scope}\`. Filters: ${filters.map((filter) => `\`${filter}\``).join(', ')}.`
    return `### ${name}\n\n${about}\n\n${table(['column', 'type', 'meaning'], rows)}`
  })
  .join('\n\n')

interface Locked {
  version: string
  license?: string
  dev?: boolean
}

/** The licenses of all packages required to run Sightline, as their packages state them. */
const licensesTable = table(
  ['license', 'packages'],
  Object.entries(
    Object.groupBy(
      Object.entries(lockedPackages()).filter(([path, { dev }]) => path !== '' && dev !== true),
      ([, { license = 'not stated' }]) => license,
    ),
  )
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([license, packages = []]) => [
      license,
      [...new Set(packages.map(([path, { version }]) => `${path.replace(/.*node_modules\//, '')} ${version}`))]
        .sort()
        .join(', '),
    ]),
)

function lockedPackages(): Record<string, Locked> {
  const lock = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')
  return (JSON.parse(lock) as { packages: Record<string, Locked> }).packages
}

/** The body of each event type, in the order of the features. */
const eventsTable = features
  .flatMap(({ events = [] }) => events)
  .map((kind) => {
    const body = JSON.stringify(eventBodySchema(kind).strict().parse(exampleBody(kind)), null, 2)
    return `### \`${kind.type}\`\n\n${kind.summary}.\n\n\`\`\`json\n${body}\n\`\`\``
  })
  .join('\n\n')

const parts = [
  { file: 'exports.md', name: 'columns', text: exportsTable },
  { file: 'licences.md', name: 'packages', text: licensesTable },
  { file: 'operations.md', name: 'variables', text: variablesTable },
  { file: 'people.md', name: 'roles', text: rolesTable },
  { file: 'webhooks.md', name: 'events', text: eventsTable },
]

/** The docs pages with generated tables. @throws Error if a page has no place for its table */
export const docsFiles = (): Generated[] =>
  parts.map(({ file, name, text }) => {
    const path = `docs/${file}`
    const [begin, end] = [`<!-- ${name}: npm run generate -->`, `<!-- end of ${name} -->`]
    const former = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
    const [from, to] = [former.indexOf(begin), former.indexOf(end)]
    if (from === -1 || to < from) throw new Error(`${path}: add the lines ${begin} and ${end}`)
    return { path, text: `${former.slice(0, from)}${begin}\n${text}\n${former.slice(to)}` }
  })
