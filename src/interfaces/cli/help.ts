import type { z } from 'zod'
import { isSecretField } from '../../kernel/fields.ts'
import { inputSchema, type Operation, subjectField } from '../../kernel/operation.ts'
import { isList } from '../../kernel/text-input.ts'
import { storesConfig } from '../../stores/config.ts'
import { httpConfig } from '../http/config.ts'
import groups from './command-groups.json' with { type: 'json' }
import { flagOf, flagsOfField, requiredFlags, singular } from './command-line.ts'
import { describeFlag } from './flag-text.ts'
import startFlags from './start-flags.json' with { type: 'json' }

/** Commands other than operations; most run a server. */
const servers = {
  start: 'Set up a brand from its domain and collect its first answers; asks before it spends money',
  serve: 'Run the server until SIGTERM',
  demo: 'Run a demo workspace; prints an API key and three requests',
  mcp: 'Serve a local agent over standard input and output (MCP); read-only',
} as const

export const serverNames = Object.keys(servers)

export const isServer = (name: string): name is keyof typeof servers => Object.hasOwn(servers, name)

const flagLine = (flag: string, what: string) => `  --${flag.padEnd(24)} ${what}`

const variables = { ...storesConfig, ...httpConfig }

const variableLine = (flag: string, name: 'PORT' | 'HOST' | 'DATA_DIR') =>
  flagLine(flag, `${variables[name].doc}; defaults to $${name} or ${variables[name].fallback}`)

const maxShown = 5

type CommandsByFeature = ReadonlyMap<string, readonly Pick<Operation, 'name' | 'summary'>[]>

/** The commands of each group, those of the overview first. Features without a group are in `more`. */
function commandsByGroup(commands: CommandsByFeature): Map<string, { name: string; summary: string }[]> {
  const grouped = new Set(groups.flatMap(({ features }) => features.split(' ')))
  const others = [...commands.keys()].filter((feature) => !grouped.has(feature))
  const all = [...groups, { name: 'more', features: others.join(' '), shown: '' }]
  const lists = all.map(({ name: group, features, shown }) => {
    const names = shown.split(' ')
    const place = ({ name }: { name: string }) => (names.includes(name) ? names.indexOf(name) : maxShown)
    const own = features.split(' ').flatMap((feature) => commands.get(feature) ?? [])
    const started = Object.entries(servers).map(([name, summary]) => ({ name, summary }))
    return [group, [...(group === 'server' ? started : []), ...own].sort((a, b) => place(a) - place(b))] as const
  })
  return new Map(lists.filter(([, { length }]) => length > 0))
}

function commandLines(commands: readonly { name: string; summary: string }[]): string[] {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
}

/** The help of the program: the first commands of each group. */
export function overview(commands: CommandsByFeature): string {
  const found = [...commandsByGroup(commands)]
  const lines = commandLines(found.flatMap(([, list]) => list.slice(0, maxShown)))
  return [
    'sightline <command> [--field value …] [--json] [--data-dir ./data]',
    '',
    ...found.flatMap(([group, { length }]) => [
      `${group} (${Math.min(length, maxShown)} of ${length})`,
      ...lines.splice(0, Math.min(length, maxShown)),
    ]),
    '',
    'First steps: create-workspace, create-brand and create-competitor. Then import-answers; or create-prompt,',
    'create-source, set-budget, set-collection and run-collection. sightline serve runs the console and the plans.',
    'sightline <group> or <noun>, such as note, lists its commands; sightline help <command> lists flags.',
    'sightline completion <shell> prints the completion of commands and flags for bash, zsh or fish.',
  ].join('\n')
}

const singularWords = (name: string) => name.split('-').map(singular).join('-')

/** The commands whose names contain a noun after their verb, in singular or plural. */
const commandsOf = (noun: string, commands: CommandsByFeature) =>
  [...commands.values()]
    .flat()
    .filter(({ name }) => `${singularWords(name.slice(name.indexOf('-')))}-`.includes(`-${singularWords(noun)}-`))

/** The help of a group or noun: all of its commands. Undefined if there are none. */
export const groupHelp = (group: string, commands: CommandsByFeature): string | undefined => {
  const found = commandsByGroup(commands).get(group) ?? commandsOf(group, commands)
  if (found.length === 0) return undefined
  return [...commandLines(found), '', 'sightline help <command> lists its flags.'].join('\n')
}

const startLines = Object.entries(startFlags).map(([flag, what]) => flagLine(flag, what))
const serverLines = [variableLine('port', 'PORT'), variableLine('host', 'HOST')]
const agentLines = [
  flagLine('workspace-id', 'the workspace to read; required if there are several'),
  flagLine('toolset', 'default, or all for every read endpoint'),
  flagLine('results', 'text (everything), or structured for a headline as text'),
]

/** The help of a server command. Environment variables configure everything else. */
export const serverHelp = (name: keyof typeof servers): string =>
  [
    servers[name],
    '',
    ...(name === 'mcp' ? agentLines : name === 'start' ? startLines : serverLines),
    variableLine('data-dir', 'DATA_DIR'),
    '',
    'docs/operations.md lists the environment variables.',
  ].join('\n')

/** The help of one operation: its summary and flags. */
export function operationHelp(operation: Operation): string {
  const required = requiredFlags(operation)
  const need = (flag: string) => {
    const flags = required.find((some) => some.includes(flag)) ?? []
    return flags.length > 1 ? ` (--${flags.join(' or --')} is required)` : flags.length === 1 ? ' (required)' : ''
  }
  const subject = subjectField(operation)
  const rows = [
    ...(subject === undefined ? [] : [{ flag: flagOf(subject, false), what: describeFlag(subject), list: false }]),
    ...(operation.takesFile ? [{ flag: 'file', what: 'a path, or - for standard input', list: false }] : []),
    ...Object.entries(inputSchema(operation).shape).flatMap(([name, schema]) =>
      operation.list !== undefined && name === 'limit' ? [limitRow] : fieldRows(name, schema),
    ),
  ]
  const lines = rows.map(({ flag, what, list }) =>
    flagLine(flag, `${what}${need(flag)}${list ? ' (can be repeated)' : ''}`),
  )
  const all = operation.list === undefined ? [] : [flagLine('all', 'list every row, as without --limit')]
  const common = [...all, flagLine('json', 'print the data as one JSON value'), variableLine('data-dir', 'DATA_DIR')]
  return [operation.summary, operation.description, '', ...lines, ...common]
    .filter((line) => line !== undefined)
    .join('\n')
}

/** In the CLI, lists have no pages. */
const limitRow = { flag: 'limit', what: 'an integer of at least 1: rows to list; omit to list every row', list: false }

function fieldRows(name: string, schema: z.core.$ZodType) {
  const list = isList(schema)
  const what = describeFlag(name, schema)
  if (!isSecretField(schema)) return [{ flag: flagOf(name, list), what, list }]
  const from = ['an environment variable that contains it', 'a file that contains it']
  const whatOf = (index: number) => what.replace(/^[^:]*/, from[index] as string)
  return flagsOfField(name, schema).map((flag, index) => ({ flag, what: whatOf(index), list }))
}
