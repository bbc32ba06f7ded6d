import type { z } from 'zod'
import { isSecretField } from '../../kernel/fields.ts'
import { inputSchema, type Operation, subjectField } from '../../kernel/operation.ts'
import { descriptionOf, isList } from '../../kernel/text-input.ts'
import { describeExpected } from '../../kernel/validation.ts'
import { storesConfig } from '../../stores/config.ts'
import { httpConfig } from '../http/config.ts'
import { flagOf, flagsOfField, requiredFlags } from './command-line.ts'

/** What the program serves by, each with what it does. */
const servers = {
  serve: 'Serve the API until SIGTERM',
  demo: 'Serve a demonstration workspace, and print a key and three requests',
  mcp: 'Serve an agent on this machine over standard input and output, which may only read',
} as const

export const isServer = (name: string): name is keyof typeof servers => Object.hasOwn(servers, name)

const flagLine = (flag: string, what: string) => `  --${flag.padEnd(24)} ${what}`

const variables = { ...storesConfig, ...httpConfig }

const variableLine = (flag: string, name: 'PORT' | 'HOST' | 'DATA_DIR') =>
  flagLine(flag, `${variables[name].doc}, ${variables[name].fallback} by default (or ${name})`)

/** The help of the whole program: every command with what it does. */
export function overview(operations: readonly Operation[]): string {
  const commands = [...Object.entries(servers), ...operations.map(({ name, summary }) => [name, summary])]
  const width = Math.max(...commands.map(([name = '']) => name.length))
  return [
    'sightline <operation> [--field value …] [--json] [--data-dir ./data]',
    '',
    ...commands.map(([name = '', summary]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'sightline <operation> --help shows its flags, sightline --version the release.',
  ].join('\n')
}

const agentLines = [
  flagLine('workspace-id', 'the workspace to ask about, needed where there are several'),
  flagLine('toolset', 'default, or all for every endpoint that reads'),
  flagLine('results', 'structured, or text for a client that shows a model nothing else'),
]

/** The help of what serves. Everything else that can be set is an environment variable. */
export const serverHelp = (name: keyof typeof servers): string =>
  [
    servers[name],
    '',
    ...(name === 'mcp' ? agentLines : [variableLine('port', 'PORT'), variableLine('host', 'HOST')]),
    variableLine('data-dir', 'DATA_DIR'),
    '',
    'docs/operations.md lists the environment variables.',
  ].join('\n')

/** The help of one operation: its summary and every flag with what it takes. */
export function operationHelp(operation: Operation): string {
  const required = new Set(requiredFlags(operation).flat())
  const subject = subjectField(operation)
  const rows = [
    ...(subject === undefined ? [] : [{ flag: flagOf(subject, false), what: 'a uuid', list: false }]),
    ...(operation.takesFile ? [{ flag: 'file', what: 'a path, or - for standard input', list: false }] : []),
    ...Object.entries(inputSchema(operation).shape).flatMap(([name, schema]) =>
      operation.list !== undefined && name === 'limit' ? [limitRow] : fieldRows(name, schema),
    ),
  ]
  const lines = rows.map(({ flag, what, list }) =>
    flagLine(flag, `${what}${required.has(flag) ? ' (required)' : ''}${list ? ' (can be repeated)' : ''}`),
  )
  const common = [flagLine('json', 'print the data as one JSON value'), variableLine('data-dir', 'DATA_DIR')]
  return [operation.summary, operation.description, '', ...lines, ...common]
    .filter((line) => line !== undefined)
    .join('\n')
}

/** On the command line a list has no pages. */
const limitRow = {
  flag: 'limit',
  what: 'a whole number from 1 on: rows to list; omit to list every row',
  list: false,
}

function fieldRows(name: string, schema: z.core.$ZodType) {
  const list = isList(schema)
  const what = list
    ? describeExpected(schema).replace(/^a list( .*)?; each item is /, '')
    : describeExpected(schema)
  const description = descriptionOf(schema)
  const shown = description === undefined ? what : `${what}: ${description}`
  if (!isSecretField(schema)) return [{ flag: flagOf(name, list), what: shown, list }]
  const from = ['the name of an environment variable with it', 'the path of a file with it']
  return flagsOfField(name, schema).map((flag, index) => ({
    flag,
    what: `${from[index]}${description === undefined ? '' : `: ${description}`}`,
    list,
  }))
}
