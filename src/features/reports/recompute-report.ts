import type { Services } from '../../kernel/context.ts'
import type { Brand } from '../../kernel/tables.ts'
import { answersRetainedSince } from '../answers/index.ts'
import type { Report } from './report.ts'
import {
  changeSections,
  figureSections,
  type ReportContent,
  readContent,
  type Section,
  type SectionName,
} from './report-content.ts'

/**
 * Recomputes the figures of a stored report from the stored answers, for its period. Keeps sections about the
 * day of its creation. Withdraws sections that can no longer be computed.
 * @returns undefined if no figure or verdict of the stored report differs
 */
export async function recomputeReport(
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
    isPeriodGone ||
    (hasPrevious(stored) && (isErased(fresh.previous_period.start_date) || !hasPrevious(fresh)))
  const kept = isPeriodGone ? keepValues(stored) : fresh.sections
  const withdrawn = isGone ? withdrawnFrom(stored, kept) : []
  const isWithdrawn = (name: SectionName) => withdrawn.some(({ section }) => section === name)
  const sections = { ...stored.sections, ...kept }
  for (const name of figureSections) if (isWithdrawn(name)) sections[name] = null
  const isSame = figureSections.every(
    (name) => !differs(stored.sections[name]?.data, sections[name]?.data ?? null),
  )
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
    isObject(value) && 'these_prompts' in value
      ? { ...value, prompts_like_these: null, these_prompts: null }
      : value
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
    return (
      !Array.isArray(fresh) ||
      stored.length !== fresh.length ||
      stored.some((one, at) => differs(one, fresh[at]))
    )
  if (isObject(stored))
    return (
      !isObject(fresh) ||
      Object.keys(stored).some((key) => !words.includes(key) && differs(stored[key], fresh[key]))
    )
  return (stored ?? null) !== (fresh ?? null)
}
