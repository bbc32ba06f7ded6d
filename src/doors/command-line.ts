import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { z } from 'zod'
import { takesPath } from '../core/fields.ts'
import { inputSchema, type Operation } from '../core/operation.ts'
import { isList } from '../core/text-input.ts'
import { takes } from '../core/validation.ts'
import { type Command, subjectField } from './run-command.ts'

/** Wrong usage of the command line: exit status 2. */
export class UsageError extends Error {}

export interface ParsedCommand {
  command: Command
  json: boolean
  /** The file that the operation reads; `-` is standard input. */
  file: string | undefined
  dataDir: string | undefined
}

/** A field's flag: kebab-case, and for a list the singular, given once for each item. */
export function flagOf(name: string, list: boolean): string {
  return (list ? singular(name) : name).replaceAll('_', '-')
}

const endings: readonly [RegExp, string][] = [
  [/ies$/, 'y'],
  [/([sx]|ch|sh)es$/, '$1'],
  [/([^s])s$/, '$1'],
]

function singular(name: string): string {
  const [ending, replacement] = endings.find(([plural]) => plural.test(name)) ?? [/$/, '']
  return name.replace(ending, replacement)
}

/** The flags of an operation with the fields that they set. */
function flagsOf(operation: Operation): Map<string, string> {
  const subject = subjectField(operation)
  const shape = inputSchema(operation).shape
  const fields = Object.entries(shape).map(([name, schema]) => [flagOf(name, isList(schema)), name] as const)
  return new Map([...(subject === undefined ? [] : [[flagOf(subject, false), subject] as const]), ...fields])
}

/**
 * Reads the words after an operation's name.
 * @throws UsageError for flags that it does not take, or required ones that are missing
 */
export function parseCommand(operation: Operation, words: string[]): ParsedCommand {
  const { shape } = inputSchema(operation)
  const flags = flagsOf(operation)
  const parsed = parse(operation, flags, words)
  const texts: Record<string, string[]> = {}
  for (const [flag, field] of flags) {
    const values = parsed[flag]
    if (!Array.isArray(values)) continue
    // Whoever does the command may have another working directory.
    const isPath = Object.hasOwn(shape, field) && takesPath(shape[field] as z.core.$ZodType)
    texts[field] = values.map((value) => (isPath ? resolve(String(value)) : String(value)))
  }
  const missing = requiredFlags(operation).filter((flag) => parsed[flag] === undefined)
  if (missing.length > 0)
    throw new UsageError(`${operation.name} needs ${missing.map((flag) => `--${flag}`).join(', ')}`)
  const last = (value: unknown) => (Array.isArray(value) ? String(value.at(-1)) : undefined)
  return {
    command: { name: operation.name, texts },
    json: parsed.json === true,
    file: last(parsed.file),
    dataDir: last(parsed['data-dir']),
  }
}

function parse(operation: Operation, flags: Map<string, string>, words: string[]): Record<string, unknown> {
  const text = { type: 'string', multiple: true } as const
  const names = [...flags.keys(), 'data-dir', ...(operation.takesFile ? ['file'] : [])]
  const options = {
    ...Object.fromEntries(names.map((name) => [name, text])),
    json: { type: 'boolean' } as const,
  }
  try {
    return parseArgs({ args: words, options, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new UsageError(
      `${(error as Error).message.split('. ')[0]}. ${operation.name} takes ${names.map((name) => `--${name}`).join(' ')}`,
    )
  }
}

function requiredFlags(operation: Operation): string[] {
  const shape = inputSchema(operation).shape
  const required = Object.entries(shape).filter(
    ([, schema]) =>
      !(schema as { safeParse(value: unknown): { success: boolean } }).safeParse(undefined).success,
  )
  const subject = subjectField(operation)
  return [
    ...(subject === undefined ? [] : [flagOf(subject, false)]),
    ...required.map(([name, schema]) => flagOf(name, isList(schema))),
    ...(operation.takesFile ? ['file'] : []),
  ]
}

/** The help of one operation: its summary and every flag with what it takes. */
export function operationHelp(operation: Operation): string {
  const shape = inputSchema(operation).shape
  const required = new Set(requiredFlags(operation))
  const subject = subjectField(operation)
  const rows = [
    ...(subject === undefined ? [] : [[flagOf(subject, false), 'a uuid', false] as const]),
    ...(operation.takesFile ? [['file', 'a path, or - for standard input', false] as const] : []),
    ...Object.entries(shape).map(([name, schema]) => {
      const description = (schema as { description?: string }).description
      const what = isList(schema)
        ? takes(schema).replace(/^a list( .*)? of which each is /, '')
        : takes(schema)
      return [
        flagOf(name, isList(schema)),
        description === undefined ? what : `${what}: ${description}`,
        isList(schema),
      ] as const
    }),
  ]
  const lines = rows.map(([flag, what, list]) => {
    const marks = `${required.has(flag) ? ' (required)' : ''}${list ? ' (can be repeated)' : ''}`
    return `  --${flag.padEnd(24)} ${what}${marks}`
  })
  return [
    operation.summary,
    operation.description,
    '',
    ...lines,
    `  --${'json'.padEnd(24)} print the data as one JSON value`,
  ]
    .filter((line) => line !== undefined)
    .join('\n')
}
