import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeKey } from '../../testing/fixture.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('returns the current balance, which all brands of the workspace share', async () => {
  const { id: workspace_id } = await test.operate('create-workspace', { name: 'Ours', credits: 7 })
  const brands = [
    await test.operate('create-brand', { workspace_id, name: 'Acme' }),
    await test.operate('create-brand', { workspace_id, name: 'Globex' }),
  ]
  const key = await makeKey(test, workspace_id)
  const balances = async () =>
    Promise.all(brands.map(async ({ id }) => (await test.get(`/v1/brands/${id}/credits`, key)).body.data))
  expect(await balances()).toEqual([{ balance: 7 }, { balance: 7 }])
  // Directly in the database, because the app does not reload a key that it has just looked up.
  await test.app.services.db.updateTable('workspaces').set({ credits: 6 }).where('id', '=', workspace_id).execute()
  expect(await balances()).toEqual([{ balance: 6 }, { balance: 6 }])
})
