import { z } from 'zod'
import { defineEvent, emit } from '../../kernel/events.ts'
import { utcTimestamp } from '../../kernel/fields.ts'
import type { Job } from '../../kernel/jobs.ts'

const daysBefore = 7

export const keyExpiring = defineEvent({
  type: 'key.expiring',
  summary: `An API key expires within ${daysBefore} days`,
  isOfBrand: false,
  data: z.object({ key_id: z.uuid(), name: z.string(), last_four: z.string(), expires_at: utcTimestamp }),
  example: {
    key_id: 'e4b8a1c6-3d72-4f95-9b0e-6a5c8d2f7e13',
    name: 'Nightly dashboard',
    last_four: 'x7Qa',
    expires_at: '2026-12-01T00:00:00.000Z',
  },
  page: () => 'settings/keys',
  sentence: ({ name, last_four, expires_at }) =>
    `The API key ${name} (…${last_four}) expires on ${expires_at.slice(0, 10)}`,
})

export const emitKeyExpiring: Job = {
  queue: 'tell-key-expiry',
  everySeconds: 3600,
  async run({ db, now }) {
    const at = now()
    await db.transaction().execute(async (transaction) => {
      const keys = await transaction
        .updateTable('api_keys')
        .set({ expiry_told: true })
        .where('expiry_told', '=', false)
        .where('revoked_at', 'is', null)
        .where('grace_ends_at', 'is', null)
        .where('expires_at', '>', at)
        .where('expires_at', '<=', new Date(at.getTime() + daysBefore * 86_400_000))
        .returning(['id', 'workspace_id', 'name', 'last_four', 'expires_at'])
        .execute()
      for (const { id, workspace_id, name, last_four, expires_at } of keys) {
        const data = { key_id: id, name, last_four, expires_at: (expires_at as Date).toISOString() }
        await emit(transaction, keyExpiring, { workspaceId: workspace_id, at, data })
      }
    })
  },
}
