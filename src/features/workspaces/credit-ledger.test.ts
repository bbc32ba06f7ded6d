import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { settleCredits } from './credit-ledger.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('charges more only up to the balance, and refunds in full', async () => {
  const { id: workspaceId } = await test.operate('create-workspace', { name: 'Ours', credits: 3 })
  const jobId = randomUUID()
  const settle = (credits: number, cost: number) =>
    test.app.services.db
      .transaction()
      .execute((transaction) => settleCredits({ transaction, workspaceId, at: new Date(), jobId, credits }, cost))
  expect(await settle(2, 4)).toBe(4)
  expect(await settle(4, 9)).toBe(5)
  expect(await settle(5, 5)).toBe(5)
  expect(await settle(5, 1)).toBe(1)
  const entries = await test.operate<object[]>('list-credit-entries', { workspace_id: workspaceId })
  expect(entries).toMatchObject([
    { kind: 'refund', amount: 4, balance: 4, job_id: jobId },
    { kind: 'charge', amount: -1, balance: 0 },
    { kind: 'charge', amount: -2, balance: 1 },
    { kind: 'grant', amount: 3, balance: 3 },
  ])
})
