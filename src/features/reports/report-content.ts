import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { operator } from '../../kernel/actor.ts'
import type { Brand, Services } from '../../kernel/context.ts'
import { invoke } from '../../kernel/invoke.ts'
import type { Operation } from '../../kernel/operation.ts'
import { ApiError, notFound, unavailable } from '../../lib/errors.ts'
import { listVisibilityAlerts } from '../alerts/index.ts'
import { listAudits, listIssues } from '../audits/index.ts'
import { listCitedDomains } from '../citations/index.ts'
import { getCoverage } from '../collection/index.ts'
import { listOpportunities } from '../opportunities/index.ts'
import { listVisibilityChanges, listVisibilityIntervals, type Period } from '../visibility/index.ts'
import { periodBefore, type Rhythm } from './report-period.ts'

/** A row as its operation shows it. */
type Row = Readonly<Record<string, unknown>>

/** What a report is to be of. */
interface Asked {
  brandId: string
  rhythm: Rhythm
  period: Period
}

/** A part of a report: the result of one operation, of which it may keep some rows and never makes figures of its own. */
interface SectionRule {
  operation: Operation
  about: string
  input(asked: Asked): Row
  /** Whether the rows until now hold what is looked for; one page is enough where not given. */
  until?(rows: readonly Row[]): boolean
  keep?(rows: readonly Row[], asked: Asked): readonly Row[]
}

/** As many rows as a page may have. */
const limit = 100
/** Rows that a report holds at most; its files say so where that many are listed. */
export const sectionLimits = { rivals: 10, alerts: 20, sources: 10, opportunities: 5, issues: 10 } as const
const shownAudits = 3

const isOurs = ({ is_our_brand }: Row) => is_our_brand === true
const haveOurs = (rows: readonly Row[]) => rows.some(isOurs)

/** The brand, wherever it stands, among the strongest of the others. */
function oursAndRivals(rows: readonly Row[]): readonly Row[] {
  const rivals = rows.filter((row) => !isOurs(row)).slice(0, sectionLimits.rivals)
  return rows.filter((row) => isOurs(row) || rivals.includes(row))
}

/** Audits that ended within the period; where there are none, the last one before its end. */
function auditsWithin(rows: readonly Row[], { period }: Asked): readonly Row[] {
  const dayOf = (row: Row) => String(row.ended_at).slice(0, 10)
  const ended = rows.filter((row) => row.ended_at !== null && dayOf(row) <= period.end_date)
  const within = ended.filter((row) => dayOf(row) >= period.start_date)
  return within.length > 0 ? within.slice(0, shownAudits) : ended.slice(0, 1)
}

const before = ({ rhythm, period }: Asked) => {
  const { start_date, end_date } = periodBefore(rhythm, period)
  return { previous_start_date: start_date, previous_end_date: end_date }
}

/** What a report holds, by the names of its parts. */
export const sections = {
  figures: {
    operation: listVisibilityIntervals,
    about: 'The figures of the brand and its strongest competitors, and how sure they are',
    input: ({ period }) => ({ ...period, limit }),
    until: haveOurs,
    keep: oursAndRivals,
  },
  changes: {
    operation: listVisibilityChanges,
    about: 'What changed since the period before, whether beyond chance, and what each change is made of',
    input: (asked) => ({ ...asked.period, ...before(asked), limit }),
    until: haveOurs,
    keep: oursAndRivals,
  },
  engines: {
    operation: listVisibilityChanges,
    about: 'The same of the brand on each engine',
    input: (asked) => ({
      ...asked.period,
      ...before(asked),
      dimension: 'engine',
      entity_id: asked.brandId,
      limit,
    }),
  },
  alerts: {
    operation: listVisibilityAlerts,
    about: 'Alerts that days of the period raised',
    input: ({ period }) => ({ ...period, limit: sectionLimits.alerts }),
  },
  sources: {
    operation: listCitedDomains,
    about: 'The sites that most answers cite',
    input: ({ period }) => ({ ...period, limit: sectionLimits.sources }),
  },
  opportunities: {
    operation: listOpportunities,
    about: 'What there was to do when the report was made',
    input: () => ({ status: ['open'], limit: sectionLimits.opportunities }),
  },
  audits: {
    operation: listAudits,
    about: 'Audits that ended within the period, or the last one before',
    input: () => ({ limit }),
    keep: auditsWithin,
  },
  issues: {
    operation: listIssues,
    about: 'Technical issues that were open when the report was made, the worst first',
    input: () => ({ limit: sectionLimits.issues }),
  },
  spending: {
    operation: getCoverage,
    about: 'What was asked of engines, what came of it, and what it cost',
    input: ({ period }) => ({ ...period, group_by: ['engine'] }),
  },
} as const satisfies Record<string, SectionRule>

export type SectionName = keyof typeof sections

export const sectionNames = Object.keys(sections) as SectionName[]

/** Raised by a release that computes figures differently: `correctReports` then computes stored reports again. */
export const reportComputation = 1

/** Sections that are facts about the period. The others describe the day on which a report was made, and stay as they are. */
export const figureSections = ['figures', 'changes', 'engines', 'sources'] as const satisfies SectionName[]

/** Sections about changes: those of older computations hold impossible shares and false verdicts. */
export const changeSections = ['changes', 'engines'] as const satisfies SectionName[]

/** Why a section is withdrawn. */
export const withdrawalReasons = ['answers_deleted', 'being_recomputed'] as const

export interface Withdrawal {
  section: SectionName
  reason: (typeof withdrawalReasons)[number]
}

/** A part as it is stored; null where it could not be read. */
export type Section = { data: readonly Row[]; meta?: Row } | null

/** What is stored of a report: the release that reads it may be a later one than that which made it. */
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

/** The parts of a report as the API shows them. */
export const sectionsSchema = z.object(
  Object.fromEntries(sectionNames.map((name) => [name, sectionSchema(sections[name])])),
)

/** How often it is tried to read all parts while nothing is erased or read again, and how long after one another. */
const [tries, waitMs] = [5, 1000]

/**
 * Reads parts of a report, all by default, as the operations show them now. They are of one state: it waits a few seconds where history is
 * erased or read again.
 * @throws ApiError service_unavailable where that takes longer, or rows of the brand are missing; and whatever keeps the stores
 * from answering
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
  throw unavailable('answers of the brand are being erased, or read again: try again', 60)
}

const readBrand = async ({ db }: Services, id: string): Promise<Brand> =>
  db
    .selectFrom('brands')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('brand'))

type State = Pick<Brand, 'data_unstable' | 'erasures' | 'reading_version'>

/** Whether no answers were erased or read again between two looks at a brand. */
export const isOneState = (before: State, after: State) =>
  !after.data_unstable &&
  before.erasures === after.erasures &&
  before.reading_version === after.reading_version

/** @returns undefined where a list has changed between two of its pages */
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
  const asked = { brandId: brand.id, rhythm, period }
  const read: ReportContent['sections'] = {}
  // One after the other: a report may take its time, and those who wait for a page may not.
  for (const name of names) read[name] = await readSection(services, sections[name], asked)
  return {
    brand: brand.name,
    domain: brand.primary_domain,
    previous_period: periodBefore(rhythm, period),
    sections: read,
  }
}

async function readSection(services: Services, rule: SectionRule, asked: Asked): Promise<Section> {
  const { operation, until = () => true, keep = (rows: readonly Row[]) => rows } = rule
  const ask = (cursor: string | undefined) =>
    invoke(services, operation, {
      // What is stored is the whole: who reads it is shown what they might read by themselves.
      actor: operator,
      requestId: randomUUID(),
      ids: { brand_id: asked.brandId },
      input: { ...rule.input(asked), ...(cursor === undefined ? {} : { cursor }) },
    })
  const first = await ask(undefined)
  const rows = [...(first.data as Row[])]
  let cursor = first.pagination?.next_cursor
  while (cursor && !until(rows)) {
    const next = await ask(cursor)
    rows.push(...(next.data as Row[]))
    cursor = next.pagination?.next_cursor
  }
  return { data: keep(rows, asked), ...(first.meta === undefined ? {} : { meta: first.meta as Row }) }
}
