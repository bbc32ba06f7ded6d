import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { operator } from '../../kernel/actor.ts'
import type { Brand, Services } from '../../kernel/context.ts'
import { invoke } from '../../kernel/invoke.ts'
import type { Operation } from '../../kernel/operation.ts'
import { ApiError, unavailable } from '../../lib/errors.ts'
import { requireRow } from '../../stores/postgres-rows.ts'
import { listVisibilityAlerts } from '../alerts/index.ts'
import { listAudits, listIssues } from '../audits/index.ts'
import { listCitedDomains } from '../citations/index.ts'
import { getCoverage } from '../collection/index.ts'
import { listExperiments } from '../experiments/index.ts'
import { listOpportunities } from '../opportunities/index.ts'
import { listAiTraffic, listGoals } from '../traffic/index.ts'
import { listVisibilityChanges, listVisibilityIntervals, type Period } from '../visibility/index.ts'
import { periodBefore, type Rhythm } from './report-period.ts'

/** A row of an operation's response. */
type Row = Readonly<Record<string, unknown>>

/** The parameters of a report. */
interface ReportParams {
  brandId: string
  rhythm: Rhythm
  period: Period
}

/** A section: rows of one operation's response. It never computes figures. */
interface SectionRule {
  operation: Operation
  about: string
  input(params: ReportParams): Row
  /** Whether the rows so far are enough. Defaults to a single page. */
  until?(rows: readonly Row[]): boolean
  keep?(rows: readonly Row[], params: ReportParams): readonly Row[]
}

/** The maximum page size. */
const limit = 100
/** Maximum rows per section. Rendered files say that a list of this length is possibly truncated. */
export const sectionLimits = {
  rivals: 10,
  alerts: 20,
  sources: 10,
  experiments: 10,
  opportunities: 5,
  issues: 10,
} as const
const shownAudits = 3

const isOurs = ({ is_our_brand }: Row) => is_our_brand === true
const haveOurs = (rows: readonly Row[]) => rows.some(isOurs)

/** The brand and its strongest competitors. */
function oursAndRivals(rows: readonly Row[]): readonly Row[] {
  const rivals = rows.filter((row) => !isOurs(row)).slice(0, sectionLimits.rivals)
  return rows.filter((row) => isOurs(row) || rivals.includes(row))
}

/** Audits that ended within the period, or the last one before. */
function auditsWithin(rows: readonly Row[], { period }: ReportParams): readonly Row[] {
  const dayOf = (row: Row) => String(row.ended_at).slice(0, 10)
  const ended = rows.filter((row) => row.ended_at !== null && dayOf(row) <= period.end_date)
  const within = ended.filter((row) => dayOf(row) >= period.start_date)
  return within.length > 0 ? within.slice(0, shownAudits) : ended.slice(0, 1)
}

const before = ({ rhythm, period }: ReportParams) => {
  const { start_date, end_date } = periodBefore(rhythm, period)
  return { previous_start_date: start_date, previous_end_date: end_date }
}

/** The sections of a report by name. */
export const sections = {
  figures: {
    operation: listVisibilityIntervals,
    about: 'Figures of the brand and its strongest competitors, with confidence intervals',
    input: ({ period }) => ({ ...period, limit }),
    until: haveOurs,
    keep: oursAndRivals,
  },
  changes: {
    operation: listVisibilityChanges,
    about: 'Changes since the comparison period, whether they are real, and their parts',
    input: (params) => ({ ...params.period, ...before(params), limit }),
    until: haveOurs,
    keep: oursAndRivals,
  },
  engines: {
    operation: listVisibilityChanges,
    about: 'Changes of the brand per engine',
    input: (params) => ({
      ...params.period,
      ...before(params),
      dimension: 'engine',
      entity_id: params.brandId,
      limit,
    }),
  },
  alerts: {
    operation: listVisibilityAlerts,
    about: 'Alerts raised for days of the period',
    input: ({ period }) => ({ ...period, limit: sectionLimits.alerts }),
  },
  sources: {
    operation: listCitedDomains,
    about: 'Most cited sites',
    input: ({ period }) => ({ ...period, limit: sectionLimits.sources }),
  },
  traffic: {
    operation: listAiTraffic,
    about: 'Visits of people from AI engines, at least',
    input: ({ period }) => ({ ...period }),
  },
  goals: {
    operation: listGoals,
    about: 'Goals that visits from AI engines reached, at least',
    input: ({ period }) => ({ ...period }),
  },
  experiments: {
    operation: listExperiments,
    about: 'Experiments that ran or ended within the period, with their results so far',
    input: ({ period }) => ({ ...period, with_results: true, limit: sectionLimits.experiments }),
  },
  opportunities: {
    operation: listOpportunities,
    about: 'Open opportunities at the time of the report',
    input: () => ({ status: ['open'], sort: 'priority', limit: sectionLimits.opportunities }),
    // Reports leave the workspace and outlive accounts.
    keep: (rows) => rows.map((row) => ({ ...row, owner_id: null, owner_name: null })),
  },
  audits: {
    operation: listAudits,
    about: 'Audits that ended within the period, or the last one before it',
    input: () => ({ limit }),
    keep: auditsWithin,
  },
  issues: {
    operation: listIssues,
    about: 'Open technical issues at the time of the report, most severe first',
    input: () => ({ limit: sectionLimits.issues }),
  },
  spending: {
    operation: getCoverage,
    about: 'Planned and collected answers, failures and spend per engine',
    input: ({ period }) => ({ ...period, group_by: ['engine'] }),
  },
} as const satisfies Record<string, SectionRule>

export type SectionName = keyof typeof sections

export const sectionNames = Object.keys(sections) as SectionName[]

/** Incremented when figures are computed differently; `correctReports` then recomputes stored reports. */
export const reportComputation = 1

/** Sections about the period. The others describe the day of the report's creation and never change. */
export const figureSections = ['figures', 'changes', 'engines', 'sources'] as const satisfies SectionName[]

/** Sections about changes. Older computations contain impossible shares and false verdicts. */
export const changeSections = ['changes', 'engines'] as const satisfies SectionName[]

/** Why a section is withdrawn. */
export const withdrawalReasons = ['answers_deleted', 'being_recomputed'] as const

export interface Withdrawal {
  section: SectionName
  reason: (typeof withdrawalReasons)[number]
}

/** A stored section. Null if it could not be read. */
export type Section = { data: readonly Row[]; meta?: Row } | null

/** The stored content of a report, which can be older than this release. */
export interface ReportContent {
  brand: string
  domain: string | null
  previous_period: Period
  withdrawn?: readonly Withdrawal[]
  sections: Partial<Record<SectionName, Section>>
}

const sectionSchema = ({ operation, about }: SectionRule) =>
  z
    .object({ data: operation.data, ...(operation.meta === undefined ? {} : { meta: operation.meta }) })
    .nullable()
    .describe(`${about}: rows and meta of \`${operation.name}\``)

/** The sections of a report in the API. */
export const sectionsSchema = z.object(
  Object.fromEntries(sectionNames.map((name) => [name, sectionSchema(sections[name])])),
)

/** Attempts to read a consistent report, and the pause between them. */
const [tries, waitMs] = [5, 1000]

/**
 * Reads sections, all by default, from their operations. All come from one state of the data: retries for
 * a few seconds while answers are erased or reread.
 * @throws ApiError service_unavailable if that takes longer, a store is down, or rows are missing
 */
export async function readContent(
  services: Services,
  { id }: Pick<Brand, 'id'>,
  rhythm: Rhythm,
  period: Period,
  names: readonly SectionName[] = sectionNames,
): Promise<ReportContent> {
  for (let left = tries; left > 0; left -= 1) {
    if (left < tries) await sleep(waitMs, undefined, { signal: services.closing })
    const before = await readBrand(services, id)
    if (before.data_unstable) continue
    const content = await readOnce(services, before, rhythm, period, names)
    if (content !== undefined && isOneState(before, await readBrand(services, id))) return content
  }
  throw unavailable('answers of the brand are being erased or reread; retry in a minute', 60)
}

const readBrand = async ({ db }: Services, id: string): Promise<Brand> => requireRow(db, 'brands', { id }, 'brand')

type State = Pick<Brand, 'data_unstable' | 'erasures' | 'reading_version'>

/** Whether no answers were erased or reread between two loads of a brand. */
export const isOneState = (before: State, after: State) =>
  !after.data_unstable && before.erasures === after.erasures && before.reading_version === after.reading_version

/** @returns undefined if a list changed between two of its pages */
async function readOnce(
  services: Services,
  brand: Brand,
  rhythm: Rhythm,
  period: Period,
  names: readonly SectionName[],
): Promise<ReportContent | undefined> {
  try {
    return await readSections(services, brand, rhythm, period, names)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_cursor') return undefined
    throw error
  }
}

async function readSections(
  services: Services,
  brand: Brand,
  rhythm: Rhythm,
  period: Period,
  names: readonly SectionName[],
): Promise<ReportContent> {
  const params = { brandId: brand.id, rhythm, period }
  const read: ReportContent['sections'] = {}
  // Sequential, as reports can take longer than interactive requests.
  for (const name of names) read[name] = await readSection(services, sections[name], params)
  return {
    brand: brand.name,
    domain: brand.primary_domain,
    previous_period: periodBefore(rhythm, period),
    sections: read,
  }
}

async function readSection(services: Services, rule: SectionRule, params: ReportParams): Promise<Section> {
  const { operation, until = () => true, keep = (rows: readonly Row[]) => rows } = rule
  const ask = (cursor: string | undefined) =>
    invoke(services, operation, {
      // Stores all sections; readers see those that they have access to.
      actor: operator,
      requestId: randomUUID(),
      ids: { brand_id: params.brandId },
      input: { ...rule.input(params), ...(cursor === undefined ? {} : { cursor }) },
    })
  const first = await ask(undefined)
  const rows = [...(first.data as Row[])]
  let cursor = first.pagination?.next_cursor
  while (cursor && !until(rows)) {
    const next = await ask(cursor)
    rows.push(...(next.data as Row[]))
    cursor = next.pagination?.next_cursor
  }
  return { data: keep(rows, params), ...(first.meta === undefined ? {} : { meta: first.meta as Row }) }
}
