import { expect, test } from 'vitest'
import { operations } from '../../features.ts'
import type { Operation } from '../../kernel/operation.ts'
import { flagOf, nameFlags, parseCommand, UsageError } from './command-line.ts'

const id = '00000000-0000-4000-8000-000000000000'

const parse = (name: string, ...words: string[]) =>
  parseCommand(operations.find((operation) => operation.name === name) as Operation, words)

test.each([
  ['a required flag is missing', ['create-workspace'], 'needs --name'],
  ['a flag is unknown', ['create-workspace', '--name', 'x', '--colour', 'red'], '--colour'],
  [
    'a flag is mistyped',
    ['create-workspace', '--nmae', 'x'],
    "Unknown option '--nmae'; did you mean --name? create-workspace accepts --name ",
  ],
  ['a flag is shortened', ['create-competitor', '--url', 'x'], 'did you mean --primary-url?'],
  ['a file has no flag', ['import-answers', '--brand-id', id, 'a.jsonl'], 'did you mean --file a.jsonl?'],
  [
    'the subject is missing',
    ['list-keys'],
    'list-keys needs --workspace-id (The workspace, by name or id); list-workspaces shows them',
  ],
  ['an argument is not a flag', ['create-workspace', '--name', 'x', 'y'], "Unexpected argument 'y'"],
  ['a value is missing', ['create-workspace', '--name'], '--name'],
  ['a flag is given twice', ['create-workspace', '--name', 'x', '--name', 'y'], '--name can only be given once'],
  [
    'the subject is given twice',
    ['create-brand', '--workspace-id', id, '--workspace-id', id, '--name', 'x'],
    '--workspace-id can only be given once',
  ],
  [
    'a file is given twice',
    ['import-answers', '--brand-id', id, '--file', 'a', '--file', 'b'],
    '--file can only be given once',
  ],
  [
    'a directory is given twice',
    ['list-workspaces', '--data-dir', 'a', '--data-dir', 'b'],
    '--data-dir can only be given once',
  ],
])('rejects as wrong usage: %s', (_what, [name = '', ...words], message) => {
  expect(() => parse(name, ...words)).toThrow(UsageError)
  expect(() => parse(name, ...words)).toThrow(message)
})

test('errors name flags instead of fields, and no other words', () => {
  const operation = operations.find(({ name }) => name === 'create-competitor') as Operation
  const message = 'primary_url must be a URL; aliases: too many, with a name such as set_name; name is required'
  expect(nameFlags(operation, message)).toBe(
    '--primary-url must be a URL; --alias: too many, with a name such as set_name; --name is required',
  )
})

test.each([
  ['aliases', 'alias'],
  ['excluded_phrases', 'excluded-phrase'],
  ['status', 'status'],
  ['countries', 'country'],
  ['allowed_addresses', 'allowed-address'],
])('the flag of the list %s is --%s', (field, flag) => expect(flagOf(field, true)).toBe(flag))

test.each([
  [['--compare-to-previous', '--json'], ['true']],
  [['--compare-to-previous'], ['true']],
  [['--compare-to-previous', 'false'], ['false']],
])('a flag that takes true or false means true without a value: %j', (words, value) => {
  const { command } = parse('list-competitor-rankings', '--brand-id', id, ...words)
  expect(command.texts).toMatchObject({ compare_to_previous: value })
})

test('a list has --all, which excludes --limit; others do not', () => {
  expect(parse('list-brands', '--workspace-id', id, '--all').command).toEqual(
    parse('list-brands', '--workspace-id', id).command,
  )
  const both = ['--workspace-id', id, '--all', '--limit', '1']
  expect(() => parse('list-brands', ...both)).toThrow(new UsageError('set either --all or --limit'))
  expect(() => parse('get-about', '--all')).toThrow("Unknown option '--all'")
})

test('what is the same in every workspace needs none', () => {
  expect(parse('get-about').command.texts).toEqual({})
  expect(parse('get-about', '--workspace-id', id).command.texts).toEqual({ workspace_id: [id] })
})

test('a list of words that end in es takes their singular', () => {
  const words = ['--brand-id', id, '--excluded-phrase', 'target audience', '--excluded-phrase', 'target date']
  expect(parse('update-brand', ...words).command.texts).toMatchObject({
    excluded_phrases: ['target audience', 'target date'],
  })
})

test('a list takes one flag per item', () => {
  const words = ['--brand-id', id, '--name', 'x', '--primary-url', 'x', '--alias', 'a', '--alias', 'b']
  expect(parse('create-competitor', ...words, '--json')).toEqual({
    command: {
      name: 'create-competitor',
      allRows: true,
      texts: { brand_id: [id], name: ['x'], primary_url: ['x'], aliases: ['a', 'b'] },
    },
    json: true,
    file: undefined,
    dataDir: undefined,
  })
})
