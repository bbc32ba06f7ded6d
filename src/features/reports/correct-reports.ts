import type { Brand, Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import { forEachBrand } from '../../kernel/each-brand.ts'
import type { Job } from '../../kernel/jobs.ts'
import { answersRetainedSince } from '../answers/index.ts'
import { findReport, type Report } from './report.ts'
import {
  changeSections,
  figureSections,
  isOneState,
  type ReportContent,
  readContent,
  reportComputation,
  type Section,
  type SectionName,
} from './report-content.ts'

/**
 * Recomputes the figures of a stored report from the stored answers, for its period. Keeps sections about the
 * day of its creation. Withdraws sections that can no longer be computed.
 * @returns undefined if no figure or verdict of the stored report differs
 */
async function recomputeReport(
  services: Services,
  brand: Pick<Brand, 'id'>,
  { rhythm, start_date, end_date, content: stored }: Report,
): Promise<ReportContent | undefined> {
  const period = { start_date, end_date }
  const fresh = await readContent(services, brand, rhythm, period, figureSections)
  const isErased = (day: string) => {
    const since = answersRetainedSince(services)
    return since !== undefined && new Date(day) < since
  }
  const isPeriodGone = answersOf(stored) > 0 && (isErased(start_date) || answersOf(fresh) < answersOf(stored))
  const isGone =
    isPeriodGone || (hasPrevious(stored) && (isErased(fresh.previous_period.start_date) || !hasPrevious(fresh)))
  const kept = isPeriodGone ? keepValues(stored) : fresh.sections
  const withdrawn = isGone ? withdrawnFrom(stored, kept) : []
  const isWithdrawn = (name: SectionName) => withdrawn.some(({ section }) => section === name)
  const sections = { ...stored.sections, ...kept }
  for (const name of figureSections) if (isWithdrawn(name)) sections[name] = null
  const isSame = figureSections.every((name) => !differs(stored.sections[name]?.data, sections[name]?.data ?? null))
  if (isSame) return undefined
  const { previous_period } = fresh
  return { ...stored, previous_period, sections, withdrawn }
}

const answersOf = ({ sections }: ReportContent) => Number(sections.figures?.meta?.answers ?? 0)

/** Whether the comparison period had answers. */
const hasPrevious = ({ sections }: ReportContent) =>
  sections.changes?.data.some(({ previous_visibility_pct: share }) => share !== null) ?? false

/** Keeps sources, and figures without their intervals: older computations assumed independent days. */
function keepValues({ sections: { figures, sources } }: ReportContent): ReportContent['sections'] {
  const withoutIntervals = (value: unknown) =>
    isObject(value) && 'these_prompts' in value ? { ...value, prompts_like_these: null, these_prompts: null } : value
  const data = figures?.data.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, withoutIntervals(value)])),
  )
  return {
    figures: figures == null || data === undefined ? null : { ...figures, data },
    sources: sources ?? null,
  }
}

/** Withdraws changes, which need the answers of both periods, and other sections with an impossible share. */
function withdrawnFrom(stored: ReportContent, kept: ReportContent['sections']) {
  const isWrong = (name: SectionName) =>
    (changeSections as readonly SectionName[]).includes(name) || hasImpossibleShare(kept[name] ?? null)
  return figureSections
    .filter((section) => (stored.sections[section]?.data.length ?? 0) > 0 && isWrong(section))
    .map((section) => ({ section, reason: 'answers_deleted' as const }))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function hasImpossibleShare(value: Section | unknown, isShare = false): boolean {
  if (typeof value === 'number') return isShare && (value < 0 || value > 100)
  if (Array.isArray(value)) return value.some((one) => hasImpossibleShare(one, isShare))
  if (!isObject(value)) return false
  return Object.entries(value).some(([key, one]) => hasImpossibleShare(one, isShare || key.endsWith('_pct')))
}

/** Texts and names, which can change. */
const words = ['name', 'headline', 'cause', 'summary']

/** Whether a stored figure or verdict differs now. Ignores fields that the stored report lacks. */
function differs(stored: unknown, fresh: unknown): boolean {
  if (Array.isArray(stored))
    return !Array.isArray(fresh) || stored.length !== fresh.length || stored.some((one, at) => differs(one, fresh[at]))
  if (isObject(stored))
    return (
      !isObject(fresh) || Object.keys(stored).some((key) => !words.includes(key) && differs(stored[key], fresh[key]))
    )
  return (stored ?? null) !== (fresh ?? null)
}

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

const outdatedReports = ({ db }: Services) => db.selectFrom('reports').where('computation', '<', reportComputation)

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
