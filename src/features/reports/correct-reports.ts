import type { Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import { forEachBrand } from '../../kernel/each-brand.ts'
import type { Job } from '../../kernel/jobs.ts'
import type { Brand } from '../../kernel/tables.ts'
import { recomputeReport } from './recompute-report.ts'
import { findReport, type Report } from './report.ts'
import { isOneState, type ReportContent, reportComputation } from './report-content.ts'

const queue = 'correct-reports'

/**
 * Recomputes reports of an older computation version from the stored answers. Replaces a report whose figures
 * differ, and marks it as corrected. Sends no emails and no events.
 */
export const correctReports: Job<object> = {
  queue,
  // How soon the job retries brands with damaged or unstable data.
  everySeconds: 600,
  async run(services, _, signal) {
    const brands = await services.db
      .selectFrom('brands')
      .selectAll()
      .where('id', 'in', outdatedReports(services).select('brand_id'))
      .execute()
    await forEachBrand(services, queue, brands, signal, (brand) => correctBrand(services, brand, signal))
  },
}

const outdatedReports = ({ db }: Services) =>
  db.selectFrom('reports').where('computation', '<', reportComputation)

/** Uses one transaction per report, so that the next run continues an interrupted one. */
async function correctBrand(services: Services, { id }: Brand, signal: AbortSignal): Promise<void> {
  const ids = await outdatedReports(services)
    .select('id')
    .where('brand_id', '=', id)
    .orderBy('created_at', 'desc')
    .execute()
  const failures: unknown[] = []
  for (const outdated of ids) {
    signal.throwIfAborted()
    const brand = await findReadableBrand(services, id)
    if (brand === undefined) return
    const report = await findReport(services, id, outdated.id)
    if (report === undefined || report.computation >= reportComputation) continue
    try {
      await replaceReport(services, brand, report, await recomputeReport(services, brand, report))
    } catch (error) {
      // Continues with the other reports after a failure.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** Undefined if the brand is gone or its answers are incomplete; a later run retries. */
async function findReadableBrand({ db }: Services, id: string): Promise<Brand | undefined> {
  const brand = await db.selectFrom('brands').selectAll().where('id', '=', id).executeTakeFirst()
  if (brand === undefined || brand.damaged_tables.length > 0 || brand.data_unstable) return undefined
  const unread = await db
    .selectFrom('reading_configs')
    .select('version')
    .where('brand_id', '=', id)
    .where('version', '>', brand.reading_version)
    .executeTakeFirst()
  return unread === undefined ? brand : undefined
}

/** @param content undefined if the stored figures are right; then only marks the report as checked */
async function replaceReport(
  { db, now }: Services,
  brand: Brand,
  { id }: Report,
  content: ReportContent | undefined,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const brands = transaction.selectFrom('brands').selectAll().where('id', '=', brand.id)
    const locked = await brands.forUpdate().executeTakeFirst()
    if (locked === undefined || !isOneState(brand, locked)) return
    await transaction
      .updateTable('reports')
      .set({
        computation: reportComputation,
        ...(content === undefined ? {} : { content: JSON.stringify(content), corrected_at: now() }),
      })
      .where('id', '=', id)
      .where('computation', '<', reportComputation)
      .execute()
    await transaction.updateTable('brands').set(incrementDataVersion).where('id', '=', brand.id).execute()
  })
}
