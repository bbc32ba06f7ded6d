import { expect, test } from 'vitest'
import { z } from 'zod'
import { commands, commandsByFeature, operations } from '../../features.ts'
import { isSecretField } from '../../kernel/fields.ts'
import { defineOperation, type Operation } from '../../kernel/operation.ts'
import { flagOf } from './command-line.ts'
import { groupHelp, operationHelp, overview } from './help.ts'

/** The commands that a help text lists. */
const listed = (help: string) => [...help.matchAll(/^ {2}(\S+) /gm)].map(([, name]) => name)

test('the overview shows at most five commands per group, and the help of a group starts with them', () => {
  const help = overview(commandsByFeature)
  expect(help.split('\n').length).toBeLessThanOrEqual(80)
  const groups = [...help.matchAll(/^(\S+) \((\d) of (\d+)\)\n((?: {2}.*\n)*)/gm)]
  expect(groups.map(([, name]) => name)).toEqual(expect.arrayContaining(['people', 'collection', 'site']))
  for (const [, name = '', shown, all, lines = ''] of groups) {
    const inGroup = listed(groupHelp(name, commandsByFeature) as string)
    expect([name, listed(lines)]).toEqual([name, inGroup.slice(0, 5)])
    expect([name, listed(lines).length, inGroup.length]).toEqual([name, Number(shown), Number(all)])
  }
  const inGroups = groups.flatMap(([, name = '']) => listed(groupHelp(name, commandsByFeature) as string))
  expect(inGroups.sort()).toEqual(['demo', 'mcp', 'serve', 'start', ...commands.map(({ name }) => name)].sort())
  expect(groupHelp('create-key', commandsByFeature)).toBeUndefined()
})

test.each(['note', 'notes'])('the help of the noun %s lists its commands', (noun) => {
  expect(listed(groupHelp(noun, commandsByFeature) as string).sort()).toEqual([
    'create-note',
    'delete-note',
    'list-notes',
  ])
})

test('a noun of two words, and no verb, lists commands', () => {
  const help = groupHelp('earned-mention', commandsByFeature) as string
  expect(listed(help)).toEqual(expect.arrayContaining(['list-earned-mentions', 'update-earned-mention']))
  for (const word of ['list', 'create-key', 'nothing', ''])
    expect(groupHelp(word, commandsByFeature), word).toBeUndefined()
})

test('the help of an operation lists all of its flags and the common ones', () => {
  for (const operation of operations) {
    const help = operationHelp(operation)
    for (const flag of ['json', 'data-dir', ...(operation.takesFile ? ['file'] : [])])
      expect(help, operation.name).toMatch(new RegExp(`^  --${flag} `, 'm'))
    for (const [name, schema] of Object.entries(operation.fields)) {
      const json = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' })
      const list = [json, ...(json.anyOf ?? [])].some((one) => typeof one === 'object' && one.type === 'array')
      const flag = flagOf(name, list)
      const shown = (text: string) => new RegExp(`^  --${text} `, 'm').test(help)
      // A secret never stands among the words of a command.
      const isSecret = isSecretField(schema)
      expect(shown(flag), `${operation.name} --${flag}`).toBe(!isSecret)
      for (const source of ['env', 'file'])
        if (isSecret) expect(shown(`${flag}-${source}`), `${operation.name} --${flag}-${source}`).toBe(true)
    }
  }
})

test('the help of each flag of a secret says that one of them is required', () => {
  const help = operationHelp(operations.find(({ name }) => name === 'create-source') as Operation)
  expect(help).toMatch(/^ {2}--api-key-env .*\(--api-key-env or --api-key-file is required\)$/m)
  expect(help).toMatch(/^ {2}--api-key-file .*\(--api-key-env or --api-key-file is required\)$/m)
})

test('each line has a flag, its values and description, and whether it is required or repeatable', () => {
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
      ' --brand-id Brand name, domain or id (required)',
      ' --name text (required)',
      ' --days an integer from 1 to 9: How long',
      ' --alias text of at most 5 characters: Other names (can be repeated)',
    ]),
  )
})
