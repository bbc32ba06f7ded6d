import type { z } from 'zod'
import { descriptionOf } from '../../kernel/text-input.ts'
import { describeExpected } from '../../kernel/validation.ts'
import { nameListOf } from '../names/resolve-names.ts'

/** Describes the values of a flag: names instead of ids where a command takes them. */
export function describeFlag(name: string, schema?: z.core.$ZodType): string {
  const named = nameListOf(name)
  const names = named && (named.description ?? `${named.names.join(', ')} or id`)
  if (schema === undefined) return names ?? 'a uuid'
  const expected = names ?? describeExpected(schema).replace(/^a list( .*)?; each item is /, '')
  const description = descriptionOf(schema)
  return description === undefined ? expected : `${expected}: ${description}`
}
