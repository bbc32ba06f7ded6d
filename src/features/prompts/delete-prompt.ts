import { z } from 'zod'
import { committedUntil } from '../../kernel/batches.ts'
import type { Services } from '../../kernel/context.ts'
import { uuid } from '../../kernel/fields.ts'
import { brandWrite, defineChange } from '../../kernel/operation.ts'
import type { Brand } from '../../kernel/tables.ts'
import { notFound } from '../../lib/errors.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { promptVersion, serializePrompt } from './prompt.ts'
import { tagIdsOf } from './store-prompts.ts'

export const deletePrompt = defineChange({
  name: 'delete-prompt',
  summary: 'Delete a prompt permanently; its answers still count toward the brand’s totals',
  ...brandWrite('write:prompts', 'DELETE', '/prompts/{prompt_id}', { query: ['dry_run'] }),
  changes: promptVersion,
  fields: {
    prompt_id: uuid,
    dry_run: z.boolean().default(false).describe('Report the result without deleting.'),
  },
  data: z.object({
    id: z.uuid(),
    executions_orphaned: z.int().describe('Answers that no longer belong to a prompt.'),
    dry_run: z.boolean(),
  }),
  async change({ ctx: { services, brand }, input: { prompt_id: id, dry_run }, transaction }) {
    const own = transaction.selectFrom('prompts').selectAll().where('brand_id', '=', brand.id)
    const prompt = await own.where('id', '=', id).executeTakeFirstOrThrow(() => notFound('prompt'))
    const data = {
      id,
      executions_orphaned: await countAnswers(services, brand, prompt.number),
      dry_run,
    }
    if (dry_run) return { data, audit: undefined }
    const before = serializePrompt(prompt, await tagIdsOf(transaction, id))
    await transaction.deleteFrom('prompts').where('id', '=', id).execute()
    return { data, audit: { before, after: null } }
  },
})

/** Counts the answers to a prompt. Queries the store directly, as the answers feature depends on this one. */
async function countAnswers({ clickhouse }: Services, brand: Brand, prompt: number): Promise<number> {
  const { id, reading_version: version, ingest_seq: last } = brand
  const [row] = await clickhouse.query<{ answers: string }>(
    sql`SELECT count() AS answers FROM readings
      WHERE brand_id = ${id} AND version = ${version} AND ${committedUntil(last)} AND prompt = ${prompt}`,
  )
  return Number(row?.answers ?? 0)
}
