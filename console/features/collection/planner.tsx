import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { read } from '../../api/queries.ts'
import { CurveChart } from '../../charts/curve-chart.tsx'
import { count, dollars, points, wholeDollars } from '../../format/numbers.ts'
import { useBrand, useFilters } from '../../frame/use-brand.ts'
import { Definition } from '../../ui/definition.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { Loaded } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { idOf, isPriced, plannerCsv, plannerCurves } from './planner-curves.ts'
import { type Goal, goals, type Planned, type PlannedRow, plannerWords, spanOf } from './planner-words.ts'

/** How sure the figures will be by what is asked, and what more of it buys. */
export function Planner() {
  const { workspaceId, brandId } = useBrand()
  const { search } = useFilters()
  const wanted = {
    goal: (search.goal ?? 'change') as Goal,
    points: Number(search.points ?? 5),
    days: Number(search.within ?? 30),
  }
  const query = useQuery(read(workspaceId, 'list-sample-sizes', { brand_id: brandId, ...wanted }))
  return (
    <Panel
      title="How sure the figures will be"
      about="what you need for what you want to know, and what it costs"
    >
      <Wish {...wanted} />
      <div className="mt-5">
        <Loaded query={query} lines={6}>
          {(shown) => <Outcome shown={shown} />}
        </Loaded>
      </div>
    </Panel>
  )
}

/** The choices, and what the address says besides: that is read, too, or refused by name. */
const optionsOf = (choices: readonly number[], chosen: number, nameOf: (value: number) => string) =>
  [...new Set([...choices, chosen])]
    .sort((a, b) => a - b)
    .map((value) => ({ value: String(value), name: nameOf(value) }))

function Wish({ goal, points: wanted, days }: { goal: Goal; points: number; days: number }) {
  const { search } = useFilters()
  const navigate = useNavigate()
  const set = (name: string, value: string, usual: string) =>
    void navigate({
      to: '.',
      search: { ...search, [name]: value === usual ? undefined : value } as never,
      replace: true,
    })
  return (
    <div className="grid max-w-3xl gap-3 sm:grid-cols-[2fr_1fr_1fr]">
      <Select
        label="I want to"
        value={goal}
        onChange={(event) => set('goal', event.target.value, 'change')}
        options={Object.entries(goals).map(([value, name]) => ({ value, name: `${name} …` }))}
      />
      <Select
        label="Points"
        value={String(wanted)}
        onChange={(event) => set('points', event.target.value, '5')}
        options={optionsOf([1, 2, 3, 4, 5, 7, 10, 15], wanted, (value) => String(value))}
      />
      <Select
        label="Within"
        value={String(days)}
        onChange={(event) => set('within', event.target.value, '30')}
        options={optionsOf([7, 14, 30, 60, 90], days, spanOf)}
      />
    </div>
  )
}

const definitions: Record<Goal, string> = {
  change:
    'A change of that size, between two spans of equal length, is then called one in four of five cases; smaller ones mostly pass for chance.',
  prompts_like_these:
    'In 95 of 100 cases the figure of all such prompts lies within that many points of the one that is shown.',
  these_prompts:
    'In 95 of 100 cases what the same prompts come to over many more days lies within that many points of the figure that is shown; a single later span of days may differ by 1.4 times as much.',
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
        <Definition name="What this says, and what not" label="What this says, and what not">
          <p>{definitions[meta.goal]}</p>
          <p>
            More prompts help most: answers to the same question are alike. No number of answers makes up for
            topics that were not asked about.
          </p>
        </Definition>
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
        title="What more prompts, or more runs of the same, buy"
        curves={curves}
        xName={priced ? 'US dollars a month' : 'answers a month'}
        xFormat={priced ? wholeDollars : count}
        yFormat={(value) => points(value, Number.isInteger(value) ? 0 : 1)}
        goal={{ value: shown.meta.points, name: `wanted: ${count(shown.meta.points)} points` }}
        reading={(id) => <Reading row={rows.get(id)} />}
        table={<PlannerTable shown={shown} />}
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
        {row.is_now && <span className="font-normal text-muted"> · as it is now</span>}
      </p>
      <p>
        {count(row.prompts)} prompts, {points(row.runs_per_day)} answers to each a day
      </p>
      {row.usd_per_month !== null && <p>{dollars(row.usd_per_month)} a month</p>}
      {row.points_per_usd !== null && (
        <p className="text-muted">
          each $10 more than the point before bring {points(10 * row.points_per_usd, 2)} points
        </p>
      )}
    </>
  )
}

const names = {
  prompts: 'Prompts',
  runs: 'Asked more often',
  days: 'Days',
  prompts_more_often: 'Both',
} as const

const columns: Column<PlannedRow>[] = [
  {
    name: 'More',
    cell: ({ vary, is_now, is_least }) =>
      `${names[vary]}${is_now ? ' (as it is now)' : is_least ? ' (enough)' : ''}`,
  },
  { name: 'Prompts', isNumber: true, cell: ({ prompts }) => count(prompts) },
  { name: 'Answers to each a day', isNumber: true, cell: (row) => points(row.runs_per_day) },
  { name: 'Days', isNumber: true, cell: ({ days }) => count(days) },
  { name: 'Cost a month', isNumber: true, cell: ({ usd_per_month }) => dollars(usd_per_month) },
  { name: 'Points', isNumber: true, cell: (row) => points(row.points) },
  {
    name: 'Points for $10 more',
    isNumber: true,
    isMinor: true,
    cell: ({ points_per_usd: each }) => points(each === null ? null : 10 * each, 2),
  },
]

const PlannerTable = ({ shown: { data } }: { shown: Planned }) => (
  <Table
    label="What more prompts, more runs and more days buy"
    columns={columns}
    rows={data}
    keyOf={idOf}
    isMarked={({ is_least }) => is_least}
  />
)
