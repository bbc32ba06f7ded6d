import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { OperationName } from '../api/client.ts'
import { routes } from '../api/operations.gen.ts'
import { roleAllows } from './use-permission.ts'

const roles = ['viewer', 'editor', 'admin', 'owner'] as const

it('allows each role its own operations and those of lower roles', () => {
  for (const [name, { role: required }] of Object.entries(routes)) {
    const those = roles.filter((role) => roleAllows(role, name as OperationName))
    expect(those, name).toEqual(required === 'none' ? roles : roles.slice(roles.indexOf(required)))
    expect(roleAllows(undefined, name as OperationName), name).toBe(false)
  }
})

it('is used everywhere: no page compares roles on its own', () => {
  const directory = new URL('..', import.meta.url).pathname
  const files = globSync('{features,frame,ui}/**/*.tsx', { cwd: directory })
  const comparing = files.filter((file) => /role\w*\)? [!=]== '/i.test(readFileSync(directory + file, 'utf8')))
  expect(files.length).toBeGreaterThan(80)
  expect(comparing).toEqual([])
})
