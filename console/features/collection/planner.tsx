import { useRead } from '../../api/hooks.ts'
import { CurveChart } from '../../charts/curve-chart.tsx'
import type { Curve } from '../../charts/curve-scale.ts'
import { csvText } from '../../format/csv.ts'
import { count, dollars, points, wholeDollars } from '../../format/numbers.ts'
import { useFilters } from '../../frame/brand.tsx'
import { useParam } from '../../search/use-param.ts'
import { FieldGrid } from '../../ui/edit-form.tsx'
import { InfoPopover } from '../../ui/info-popover.tsx'
import { Loaded, Panel } from '../../ui/panel.tsx'
import { type Column, column, numberColumn, Table } from '../../ui/table.tsx'
import { type Goal, goals, type Planned, type PlannedRow, plannerWords, spanOf } from './planner-words.ts'
import words from './words.json' with { type: 'json' }

/** Whether all rows have a price. If not, charts show answers per month instead of dollars. */
export const isPriced = ({ data }: Planned) => data.every(({ usd_per_month }) => usd_per_month !== null)

const answersPerMonth = ({ answers, days }: PlannedRow) => (30 * answers) / days

const looks = [
  { vary: 'prompts', name: 'More prompts', color: 'var(--accent)' },
  { vary: 'prompts_more_often', name: 'More prompts and runs', color: 'var(--c2)' },
  { vary: 'runs', name: 'Same prompts, more runs', color: 'var(--c1)', isDashed: true },
] as const

export const idOf = ({ vary, prompts, answers, days }: PlannedRow) => `${vary} ${prompts} ${answers} ${days}`

/**
 * Margin of error by spend, for more prompts and for more runs of the same prompts. Omits points far above the
 * target and spending beyond the prompts’ curve; the table has them.
 */
export function plannerCurves(shown: Planned): Curve[] {
  const spent = (row: PlannedRow) => (isPriced(shown) ? (row.usd_per_month ?? 0) : answersPerMonth(row))
  const now = shown.data.find(({ is_now }) => is_now)
  const maxPoints = Math.max(3 * shown.meta.points, 1.25 * (now?.points ?? 0))
  const maxSpent = Math.max(...shown.data.filter(({ vary, is_least }) => vary === 'prompts' || is_least).map(spent))
  // The goal “these prompts” cannot add prompts.
  const drawn = looks.filter(({ vary }) => shown.meta.goal !== 'these_prompts' || vary === 'runs')
  return drawn.flatMap(({ vary, ...look }) => {
    const points = shown.data
      .filter((row) => row.vary === vary && (row.points ?? maxPoints + 1) <= maxPoints && spent(row) <= maxSpent)
      .map((row) => ({ id: idOf(row), x: spent(row), y: row.points ?? 0 }))
    return points.length < 2 ? [] : [{ ...look, id: vary, points }]
  })
}

const curveFields = ['vary', 'prompts', 'runs_per_day', 'days', 'answers', 'usd_per_month', 'points'] as const

export const plannerCsv = ({ data }: Planned) =>
  csvText([[...curveFields], ...data.map((row) => curveFields.map((name) => String(row[name] ?? '')))])

export function Planner() {
  const { search } = useFilters()
  const target = {
    goal: (search.goal ?? 'change') as Goal,
    points: Number(search.points ?? 5),
    days: Number(search.within ?? 30),
  }
  const query = useRead('list-sample-sizes', { ...target })
  return (
    <Panel title="Precision planner" about="the plan and cost for a target precision">
      <div className="max-w-xl">
        <TargetForm {...target} />
      </div>
      <div className="mt-5">
        <Loaded query={query} lines={6}>
          {(shown) => <Outcome shown={shown} />}
        </Loaded>
      </div>
    </Panel>
  )
}

/** The options plus the value from the URL, even if it is not a standard one. */
const optionsOf = (choices: readonly number[], chosen: number, nameOf: (value: number) => string) =>
  [...new Set([...choices, chosen])]
    .sort((a, b) => a - b)
    .map((value) => ({ value: String(value), name: nameOf(value) }))

/** The target. The URL holds what differs from the default. */
function TargetForm({ goal, points: target, days }: { goal: Goal; points: number; days: number }) {
  const setters = { goal: useParam('goal')[1], points: useParam('points')[1], within: useParam('within')[1] }
  const usual: Readonly<Record<string, string>> = { goal: 'change', points: '5', within: '30' }
  const goalOptions = Object.entries(goals).map(([value, name]) => ({ value, name: `${name} …` }))
  return (
    <FieldGrid
      fields={{
        goal: { label: 'I want to', options: goalOptions },
        points: { label: 'Points', options: optionsOf([1, 2, 3, 4, 5, 7, 10, 15], target, String), isHalf: true },
        within: { label: 'Within', options: optionsOf([7, 14, 30, 60, 90], days, spanOf), isHalf: true },
      }}
      values={{ goal, points: String(target), within: String(days) }}
      onChange={(changed) => {
        for (const [name, value] of Object.entries(changed))
          setters[name as keyof typeof setters](value === usual[name] ? undefined : String(value))
      }}
    />
  )
}

function Outcome({ shown }: { shown: Planned }) {
  const { need, cost, now, others, basis } = plannerWords(shown)
  const { meta } = shown
  return (
    <>
      <p className="max-w-prose text-lg leading-snug font-medium">{need}</p>
      {cost !== null && <p className="mt-1 max-w-prose">{cost}</p>}
      {now !== null && <p className="mt-3 max-w-prose text-muted">{now}</p>}
      {others.map((text) => (
        <p key={text} className="max-w-prose text-muted">
          {text}
        </p>
      ))}
      <Curves shown={shown} />
      <div className="mt-3 max-w-prose space-y-1 text-sm text-muted">
        <p>{basis}</p>
        <InfoPopover
          title="How we calculate this"
          info={
            <div className="space-y-2">
              <p>{words.definitions[meta.goal]}</p>
              <p>
                More prompts help most, because answers to the same prompt are similar. More answers do not replace
                missing topics.
              </p>
            </div>
          }
        >
          How we calculate this
        </InfoPopover>
      </div>
    </>
  )
}

function Curves({ shown }: { shown: Planned }) {
  const curves = plannerCurves(shown)
  const priced = isPriced(shown)
  const rows = new Map(shown.data.map((row) => [idOf(row), row]))
  if (curves.length === 0) return null
  return (
    <div className="mt-5">
      <CurveChart
        title="Precision by spend, for more prompts or more runs"
        curves={curves}
        xName={priced ? 'US dollars per month' : 'answers per month'}
        xFormat={priced ? wholeDollars : count}
        yFormat={(value) => points(value, Number.isInteger(value) ? 0 : 1)}
        goal={{ value: shown.meta.points, name: `target: ${count(shown.meta.points)} points` }}
        reading={(id) => <Reading row={rows.get(id)} />}
        table={
          <Table
            {...{ columns, rows: shown.data, keyOf: idOf }}
            label="Precision of more prompts, runs and days"
            isOwn={({ is_least }) => is_least}
          />
        }
        csv={() => plannerCsv(shown)}
      />
    </div>
  )
}

function Reading({ row }: { row: PlannedRow | undefined }) {
  if (row === undefined) return null
  return (
    <>
      <p className="font-medium">
        {points(row.points)} points
        {row.is_now && <span className="font-normal text-muted"> · current plan</span>}
      </p>
      <p>
        {count(row.prompts)} prompts, {points(row.runs_per_day)} answers per prompt and day
      </p>
      {row.usd_per_month !== null && <p>{dollars(row.usd_per_month)} per month</p>}
      {row.points_per_usd !== null && (
        <p className="text-muted">each additional $10 improves this by {points(perTenDollars(row), 2)} points</p>
      )}
    </>
  )
}

const perTenDollars = ({ points_per_usd: each }: PlannedRow) => (each === null ? null : 10 * each)

const columns: Column<PlannedRow>[] = [
  column(
    'Increase',
    ({ vary, is_now, is_least }) => `${words.varied[vary]}${is_now ? ' (current)' : is_least ? ' (enough)' : ''}`,
  ),
  numberColumn('Prompts', ({ prompts }) => count(prompts)),
  numberColumn('Answers per prompt and day', (row) => points(row.runs_per_day)),
  numberColumn('Days', ({ days }) => count(days)),
  numberColumn('Cost per month', ({ usd_per_month }) => dollars(usd_per_month)),
  numberColumn('Points', (row) => points(row.points)),
  numberColumn('Points per additional $10', (row) => points(perTenDollars(row), 2), 'minor'),
]
