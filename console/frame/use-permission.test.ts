import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { OperationName } from '../api/client.ts'
import { routes } from '../api/operations.gen.ts'
import { roleAllows } from './use-permission.ts'

const roles = ['viewer', 'editor', 'admin', 'owner'] as const

it('lets each role do what its operations ask for, and all that lower ones may', () => {
  for (const [name, { role: asked }] of Object.entries(routes)) {
    const those = roles.filter((role) => roleAllows(role, name as OperationName))
    expect(those, name).toEqual(asked === 'none' ? roles : roles.slice(roles.indexOf(asked)))
    expect(roleAllows(undefined, name as OperationName), name).toBe(false)
  }
})

it('is what decides everywhere: no page compares roles by itself', () => {
  const directory = new URL('..', import.meta.url).pathname
  const files = globSync('{features,frame,ui}/**/*.tsx', { cwd: directory })
  const comparing = files.filter((file) =>
    /role\w*\)? [!=]== '/i.test(readFileSync(directory + file, 'utf8')),
  )
  expect(files.length).toBeGreaterThan(80)
  expect(comparing).toEqual([])
})
