import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { openSubprocesses, type Subprocesses } from './subprocess.ts'

let subprocesses: Subprocesses

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({}, { subprocesses: true })
  const module = new URL('./testing/subprocess-functions.ts', import.meta.url)
  subprocesses = openSubprocesses(app.app.services, module)
})
afterAll(() => app.close())

const call = (name: string, task: object = {}) => subprocesses.run({ name, task, closing: app.app.services.closing })

test('a function has the program’s services: its host names, clock and stores', async () => {
  expect(await call('lookUp', { host: 'acme.com' })).toEqual(['127.0.0.1'])
  expect(await call('lookUp', { host: 'globex.com' })).toBe('ENOTFOUND')
  app.setNow('2026-03-04T05:06:07Z')
  expect(await call('tellTime')).toEqual(new Date('2026-03-04T05:06:07Z'))
  const { id } = await app.operate('create-workspace', { name: 'W' })
  await app.operate('create-brand', { workspace_id: id, name: 'Acme' })
  expect(await call('countBrands')).toBe(1)
})
