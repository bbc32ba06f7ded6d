import { expect, test } from 'vitest'
import { readConfig, variables } from './config.ts'
import { features } from './features.ts'
import { httpConfig } from './interfaces/http/config.ts'
import { kernelConfig } from './kernel/config.ts'
import { storesConfig } from './stores/config.ts'

test('a variable has one owner', () => {
  const sections = [storesConfig, httpConfig, kernelConfig, ...features.map(({ config = {} }) => config)]
  const names = sections.flatMap((section) => Object.keys(section))
  expect(names).toHaveLength(new Set(names).size)
  expect(Object.keys(variables)).toEqual(expect.arrayContaining(names))
})

test.each([
  [{ PORT: '70000' }, 'PORT must be an integer from 0 to 65535'],
  [{ ROLE: 'both' }, 'ROLE must be one of all, api, worker'],
  [{ CLICKHOUSE_CLUSTER: 'main' }, 'CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL'],
  [{ KNOWLEDGE_MAX_PAGES: '0' }, 'KNOWLEDGE_MAX_PAGES must be an integer from 1 to 1000000'],
])('%o is refused with what the variable takes', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message)
})

test('without a variable, or with an empty one, its default holds', () => {
  expect(readConfig({ READS_PER_MINUTE: '' })).toMatchObject({
    READS_PER_MINUTE: 300,
    ENGINES: [],
    PORT: 3000,
  })
})
