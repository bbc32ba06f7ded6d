import { expect, test } from 'vitest'
import { z } from 'zod'
import { commands, commandsByFeature, operations } from '../../features.ts'
import { isSecretField } from '../../kernel/fields.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { flagOf } from './command-line.ts'
import { groupHelp, operationHelp, overview } from './help.ts'

test('the help of each operation has every flag of it, and the common ones', () => {
  for (const operation of operations) {
    const help = operationHelp(operation)
    for (const flag of ['json', 'data-dir', ...(operation.takesFile ? ['file'] : [])])
      expect(help, operation.name).toMatch(new RegExp(`^  --${flag} `, 'm'))
    for (const [name, schema] of Object.entries(operation.fields)) {
      const json = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' })
      const list = [json, ...(json.anyOf ?? [])].some(
        (one) => typeof one === 'object' && one.type === 'array',
      )
      const flag = flagOf(name, list)
      const shown = (text: string) => new RegExp(`^  --${text} `, 'm').test(help)
      // A secret never appears as a command-line argument.
      const isSecret = isSecretField(schema)
      expect(shown(flag), `${operation.name} --${flag}`).toBe(!isSecret)
      for (const source of ['env', 'file'])
        if (isSecret) expect(shown(`${flag}-${source}`), `${operation.name} --${flag}-${source}`).toBe(true)
    }
  }
})

test('a line shows what a flag takes, its description, and whether it is required or repeatable', () => {
  const operation = defineOperation({
    name: 'make-thing',
    summary: 'Make a thing',
    on: 'brand',
    access: 'operator',
    role: 'none',
    fields: {
      name: z.string(),
      days: z.int().min(1).max(9).describe('How long').default(3),
      aliases: z.array(z.string().max(5)).describe('Other names').optional(),
    },
    data: z.object({}),
    run: async () => ({ data: {} }),
  })
  const lines = operationHelp(operation).replace(/ {2,}/g, ' ').split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'Make a thing',
      ' --brand-id a uuid (required)',
      ' --name text (required)',
      ' --days an integer from 1 to 9: How long',
      ' --alias text of at most 5 characters: Other names (can be repeated)',
    ]),
  )
})
