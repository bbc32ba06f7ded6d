import { expect, test } from 'vitest'
import { commandsByFeature, operations } from '../../features.ts'
import type { Operation } from '../../kernel/operation.ts'
import groups from './command-groups.json' with { type: 'json' }
import { parseCommand, UsageError } from './command-line.ts'

/** Of each group: a mistyped flag, a missing one and a wrong value, with what the error must tell. */
const cases: Record<string, [command: string, told: string][]> = {
  server: [
    ['backup --too /tmp/b', "Unknown option '--too'; did you mean --to?"],
    ['backup', 'backup needs --to (a path: '],
    [
      'accept-data-loss --brand-id Acme --confirm x y',
      "Unknown option '--confirm'. accept-data-loss accepts --brand-id ",
    ],
  ],
  workspaces: [
    ['create-brand --workspace-id Acme --nmae Acme', 'did you mean --name?'],
    [
      'create-key --name k',
      'create-key needs --workspace-id (The workspace, by name or id); list-workspaces shows them',
    ],
    ['create-key --workspace-id Acme --name k --scope read', '--scope must be one of read:basic, '],
  ],
  people: [
    ['create-invitation --workspace-id Acme --mail a@b.c --role viewer', 'did you mean --email?'],
    ['create-invitation --workspace-id Acme --email a@b.c', 'create-invitation needs --role (one of viewer, '],
    ['create-invitation --workspace-id Acme --email a@b.c --role boss', '--role must be one of viewer, '],
  ],
  brand: [
    ['create-competitor --brand-id Acme --name Globex --url globex.com', 'did you mean --primary-url?'],
    [
      'create-competitor --brand-id Acme --name Globex',
      'needs --primary-url (text from 1 to 2048 characters: http or https URL',
    ],
    [
      'create-competitor --brand-id Acme --name G --primary-url x --relation rival',
      '--relation must be one of direct_competitor, ',
    ],
  ],
  prompts: [
    ['create-prompt --brand-id Acme --txt x', 'did you mean --text?'],
    [
      'update-prompt --brand-id Acme',
      'needs --prompt-id (Prompts, by text, a part of it or id); list-prompts shows them',
    ],
    ['list-prompts --brand-id Acme --start-date 01.10.2026', '--start-date must be a valid date, such as 2026-01-31'],
  ],
  collection: [
    ['set-budget --brand-id Acme --monthly-used 5', 'did you mean --monthly-usd?'],
    ['create-source --workspace-id Acme --name n --kind openai', 'needs --api-key-env or --api-key-file (text: '],
    ['set-budget --brand-id Acme --monthly-usd fifty', '--monthly-usd must be a number from 0 to 1000000'],
  ],
  visibility: [
    [
      'list-visibility-changes --brand-id Acme --from 2026-10-01',
      "Unknown option '--from'. list-visibility-changes accepts --brand-id ",
    ],
    ['list-competitor-rankings', 'needs --brand-id (Brand name, domain or id); list-brands shows them'],
    ['list-visibility-changes --brand-id Acme --dimension country', '--dimension must be one of engine, market, topic'],
  ],
  citations: [
    ['list-citations --brand-id Acme --engines chatgpt', 'did you mean --engine?'],
    ['create-brief --brand-id Acme', 'needs --opportunity-id (title or id); list-opportunities shows them'],
    ['list-citations --brand-id Acme --end-date yesterday', '--end-date must be a valid date, such as 2026-01-31'],
  ],
  site: [
    ['import-crawler-logs --brand-id Acme access.log', 'did you mean --file access.log?'],
    ['import-crawler-logs --brand-id Acme', 'needs --file (a path, or - for standard input)'],
    ['set-audit-schedule --brand-id Acme --every day', '--every must be one of '],
  ],
  reports: [
    ['create-export --brand-id Acme --kinds answers', 'did you mean --kind?'],
    [
      'create-webhook --workspace-id Acme --name h --url https://x.y',
      'needs --event (text of at most 100 characters: Event types',
    ],
    ['create-export --brand-id Acme --kind answers --format excel', '--format must be one of parquet, ndjson, csv'],
  ],
}

test('every group of commands has its typical errors', () => {
  expect(Object.keys(cases)).toEqual(groups.map(({ name }) => name))
  for (const { name, features } of groups) {
    const own = features.split(' ').flatMap((feature) => commandsByFeature.get(feature) ?? [])
    for (const [command] of cases[name] as [string, string][])
      expect(own.map((one) => one.name)).toContain(command.split(' ')[0])
  }
})

test.each(Object.values(cases).flat())('%s is wrong usage: %s', (command, told) => {
  const [name, ...words] = command.split(' ')
  const operation = operations.find((one) => one.name === name) as Operation
  expect(() => parseCommand(operation, words)).toThrow(UsageError)
  expect(() => parseCommand(operation, words)).toThrow(told)
})
