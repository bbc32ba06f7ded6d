import { sql as postgres } from 'kysely'
import { withLock } from '../../kernel/brand-lock.ts'
import { eraseAndRecount } from '../../kernel/check-stored.ts'
import type { Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import type { Job } from '../../kernel/jobs.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { answerBatches } from './answer-batches.ts'

/** Start of the answer retention. Undefined if answers are kept forever. */
export const answersRetainedSince = (services: Services): Date | undefined =>
  daysAgo(services, services.config.ANSWER_RETENTION_DAYS)

/** Start of the raw response retention. Undefined if they are kept as long as their answers. */
export const rawRetainedSince = (services: Services): Date | undefined =>
  daysAgo(services, services.config.RAW_RETENTION_DAYS)

const daysAgo = ({ now }: Services, days: number | undefined) =>
  days === undefined ? undefined : new Date(now().getTime() - days * 86_400_000)

/** Erases answers and raw responses past their retention, also from disk. */
export const retainAnswers: Job<object> = {
  queue: 'retain-answers',
  everySeconds: 3600,
  async run(services, _, signal) {
    await eraseOldAnswers(services, signal)
    await eraseOldRaw(services, signal)
  },
}

async function eraseOldAnswers(services: Services, signal: AbortSignal): Promise<void> {
  const since = answersRetainedSince(services)
  if (since === undefined) return
  const { db, clickhouse, log } = services
  const withOld = await clickhouse.query<{ brand_id: string }>(
    sql`SELECT DISTINCT brand_id FROM answers WHERE executed_at < ${since}`,
  )
  // An erasure interrupted at its very end leaves only its mark.
  const marked = await db.selectFrom('brands').select('id').where('data_unstable', '=', true).execute()
  const ids = new Set([...withOld.map((row) => row.brand_id), ...marked.map((brand) => brand.id)])
  for (const brand_id of ids) {
    signal.throwIfAborted()
    const erase = () => eraseOld(services, brand_id, since)
    await withLock(services, brand_id, 'writing', () =>
      eraseAndRecount(services, answerBatches, brand_id, erase, since),
    )
    log.info({ brand_id }, 'erased answers past their retention')
  }
}

/** No figure uses raw responses, and rereading skips missing ones. */
async function eraseOldRaw(services: Services, signal: AbortSignal): Promise<void> {
  const since = rawRetainedSince(services)
  if (since === undefined) return
  const { clickhouse, log } = services
  const brands = await clickhouse.query<{ brand_id: string }>(
    sql`SELECT DISTINCT brand_id FROM raw_responses WHERE executed_at < ${since}`,
  )
  for (const { brand_id } of brands) {
    signal.throwIfAborted()
    await withLock(services, brand_id, 'writing', () =>
      clickhouse.command(
        sql`ALTER TABLE raw_responses DELETE WHERE brand_id = ${brand_id} AND executed_at < ${since}
          SETTINGS mutations_sync = 2`,
      ),
    )
    log.info({ brand_id }, 'erased raw responses past their retention')
  }
}

/** Deletes the answers last, so that an interrupted erasure can find the rest again. */
async function eraseOld({ db, clickhouse }: Services, brandId: string, since: Date): Promise<void> {
  // The steps are not atomic, so the brand is marked unstable: results in between must not be cached.
  const brand = (unstable: boolean) =>
    db
      .updateTable('brands')
      .set({ data_unstable: unstable, erasures: postgres`erasures + 1`, ...incrementDataVersion })
      .where('id', '=', brandId)
      .execute()
  await brand(true)
  const old = sql`brand_id = ${brandId} AND executed_at < ${since}`
  const statements = [
    sql`ALTER TABLE sentiment_judgements DELETE WHERE brand_id = ${brandId}
      AND answer_id IN (SELECT answer_id FROM answers WHERE ${old})`,
    sql`ALTER TABLE readings DELETE WHERE ${old}`,
    sql`ALTER TABLE raw_responses DELETE WHERE ${old}`,
    sql`ALTER TABLE answers DELETE WHERE ${old}`,
  ]
  for (const statement of statements) {
    await clickhouse.command(sql`${statement} SETTINGS mutations_sync = 2`)
  }
  const checks = db.deleteFrom('answer_checks').where('brand_id', '=', brandId)
  await checks.where('executed_at', '<', since).execute()
  await brand(false)
}
