import type { Curve } from '../../charts/curve-scale.ts'
import { csvText } from '../../format/csv.ts'
import type { Planned, PlannedRow } from './planner-words.ts'

/** Whether all rows have a price. If not, charts show answers per month instead of dollars. */
export const isPriced = ({ data }: Planned) => data.every(({ usd_per_month }) => usd_per_month !== null)

const answersPerMonth = ({ answers, days }: PlannedRow) => (30 * answers) / days

const looks = [
  { vary: 'prompts', name: 'More prompts', color: 'var(--accent)' },
  { vary: 'prompts_more_often', name: 'More prompts and runs', color: 'var(--c2)' },
  { vary: 'runs', name: 'Same prompts, more runs', color: 'var(--c1)', isDashed: true },
] as const

/** A unique id of a row. */
export const idOf = ({ vary, prompts, answers, days }: PlannedRow) => `${vary} ${prompts} ${answers} ${days}`

/**
 * Margin of error by spend, for more prompts and for more runs of the same prompts. Omits points far above the
 * target and spending beyond the prompts’ curve; the table has them.
 */
export function plannerCurves(shown: Planned): Curve[] {
  const spent = (row: PlannedRow) => (isPriced(shown) ? (row.usd_per_month ?? 0) : answersPerMonth(row))
  const now = shown.data.find(({ is_now }) => is_now)
  const maxPoints = Math.max(3 * shown.meta.points, 1.25 * (now?.points ?? 0))
  const maxSpent = Math.max(
    ...shown.data.filter(({ vary, is_least }) => vary === 'prompts' || is_least).map(spent),
  )
  // The goal “these prompts” cannot add prompts.
  const drawn = looks.filter(({ vary }) => shown.meta.goal !== 'these_prompts' || vary === 'runs')
  return drawn.flatMap(({ vary, ...look }) => {
    const points = shown.data
      .filter(
        (row) => row.vary === vary && (row.points ?? maxPoints + 1) <= maxPoints && spent(row) <= maxSpent,
      )
      .map((row) => ({ id: idOf(row), x: spent(row), y: row.points ?? 0 }))
    return points.length < 2 ? [] : [{ ...look, id: vary, points }]
  })
}

const columns = ['vary', 'prompts', 'runs_per_day', 'days', 'answers', 'usd_per_month', 'points'] as const

export const plannerCsv = ({ data }: Planned) =>
  csvText([[...columns], ...data.map((row) => columns.map((name) => String(row[name] ?? '')))])
