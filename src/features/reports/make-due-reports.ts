import { randomUUID } from 'node:crypto'
import type { Brand, Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import { forEachBrand } from '../../kernel/each-brand.ts'
import type { Job } from '../../kernel/jobs.ts'
import type { Row } from '../../stores/postgres-schema.ts'
import { readContent, reportComputation } from './report-content.ts'
import { lastPeriod } from './report-period.ts'
import { findSettings } from './report-settings.ts'
import { storeReport } from './store-report.ts'

const queue = 'make-due-reports'

/** Creates the reports of completed weeks and months, once each. */
export const makeDueReports: Job<object> = {
  queue,
  // Interval of the check for missing reports of the last week or month.
  everySeconds: 3600,
  async run(services, _, signal) {
    const brands = await services.db
      .selectFrom('brands')
      .innerJoin('report_settings', 'report_settings.brand_id', 'brands.id')
      .selectAll('brands')
      .where('is_active', '=', true)
      .where((brand) => brand.or([brand('weekly', '=', true), brand('monthly', '=', true)]))
      .execute()
    await forEachBrand(services, queue, brands, signal, async (brand) => {
      // Figures computed from damaged or half-erased answers would stay wrong.
      if (brand.damaged_tables.length > 0 || brand.data_unstable) return
      for (const rhythm of ['week', 'month'] as const) await makeIfDue(services, brand, rhythm)
    })
  },
}

const isWanted = (settings: Row<'report_settings'> | undefined, rhythm: 'week' | 'month'): boolean =>
  (rhythm === 'week' ? settings?.weekly : settings?.monthly) ?? false

/** Stores the report with its mails and event in one transaction, so that it is created only once. */
async function makeIfDue(services: Services, brand: Brand, rhythm: 'week' | 'month'): Promise<void> {
  const { db } = services
  const period = lastPeriod(rhythm, services.now())
  const isMade = () =>
    db
      .selectFrom('reports')
      .select('id')
      .where('brand_id', '=', brand.id)
      .where('rhythm', '=', rhythm)
      .where('start_date', '=', period.start_date)
      .executeTakeFirst()
  if (!isWanted(await findSettings(db, brand.id), rhythm) || (await isMade()) !== undefined) return
  const content = await readContent(services, brand, rhythm, period)
  await db.transaction().execute(async (transaction) => {
    const brands = transaction.selectFrom('brands').select('data_unstable').where('id', '=', brand.id)
    const locked = await brands.forUpdate().executeTakeFirst()
    // The brand can be deleted and the schedule changed by now.
    if (locked === undefined || locked.data_unstable) return
    if (!isWanted(await findSettings(transaction, brand.id), rhythm)) return
    const report = { id: randomUUID(), brand_id: brand.id, rhythm, ...period, content }
    const version = { computation: reportComputation, corrected_at: null }
    const made = { ...report, ...version, created_at: services.now() }
    if (!(await storeReport(services, transaction, brand, made, true))) return
    await transaction.updateTable('brands').set(incrementDataVersion).where('id', '=', brand.id).execute()
  })
}
