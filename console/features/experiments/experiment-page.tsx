import { useParams } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import HelpCircle from 'lucide-react/icons/circle-question-mark'
import Warning from 'lucide-react/icons/triangle-alert'
import { useRead, useReadAll } from '../../api/hooks.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { Whisker } from '../../charts/whisker.tsx'
import { formats, type Metric, metrics } from '../../copy/metrics.ts'
import { addDays, dayRange, yesterday } from '../../format/days.ts'
import { countOf, percent, shownChange, signed } from '../../format/numbers.ts'
import { BackLink, BrandLink } from '../../frame/brand.tsx'
import { Page } from '../../frame/page.tsx'
import { RowList } from '../../ui/collapsible-rows.tsx'
import { ListPanel, listOf } from '../../ui/list-panel.tsx'
import { Loaded, Panel } from '../../ui/panel.tsx'
import { type Column, mainColumn, numberColumn, rowLinkClass } from '../../ui/table.tsx'
import { detectableText, effectText, intervalText, type Result, Verdict, verdictTone } from './verdict.tsx'

export function ExperimentPage() {
  const { experimentId } = useParams({ from: '/signed-in/$workspaceId/$brandId/experiments/$experimentId' })
  const query = useRead('get-experiment', { experiment_id: experimentId })
  const shown = query.data?.data
  return (
    <Page
      title={shown?.name ?? 'Experiment'}
      about={shown && <About experiment={shown} />}
      filters={<BackLink to="experiments">← All experiments</BackLink>}
    >
      <Loaded query={query} lines={12}>
        {({ data }) => (
          <div className="space-y-4 pt-2">
            <div className="grid gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,9fr)]">
              <Outcome result={data} />
              <Arms result={data} />
            </div>
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <TreatedPrompts result={data} />
              <Checks result={data} />
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

const About = ({ experiment: row }: { experiment: Result }) => (
  <>
    {dayRange(row.started_on, row.ended_on)} · {row.treated_prompt_ids.length} treated,{' '}
    {countOf(row.control_prompt_ids.length, 'control prompt')}
    {row.assignment === 'coin' && ' · drawn by Sightline'}
    {row.is_retrospective && ' · created after its start'}
  </>
)

function Outcome({ result }: { result: Result }) {
  const { effect, description, metric, checks } = result
  const warnings = checks.filter(({ status }) => status === 'warning').length
  const most = effect === null ? 1 : Math.max(Math.abs(effect.low), Math.abs(effect.high))
  const [figure = '–', unit] = effectText(result)?.split(' ') ?? []
  const end = (sign: number) => signed(sign * 1.2 * most, metrics[metric as Metric].digits)
  return (
    <Panel>
      <Verdict verdict={result.verdict} />
      <p className="mt-2 text-[40px] leading-[46px] font-semibold tracking-[-0.03em] tabular-nums">
        {figure} <span className="text-xl font-medium tracking-normal">{unit}</span>
      </p>
      <p className="text-ink-2">{intervalText(result)}</p>
      {effect !== null && (
        <div aria-hidden="true" className="mt-4 text-xs text-muted">
          <Whisker
            figure={{ value: effect.value, these_prompts: effect, prompts_like_these: null }}
            ends={{ from: -1.2 * most, to: 1.2 * most }}
            color={verdictTone(result.verdict)}
            hasZero
          />
          <p className="mt-1 grid grid-cols-3">
            <span>{end(-1)}</span>
            <span className="text-center">No effect</span>
            <span className="text-right">{end(1)}</span>
          </p>
        </div>
      )}
      <p className="mt-4 text-lg text-pretty">{result.headline}</p>
      <p className="mt-2 text-pretty text-muted">{detectableText(result)}</p>
      {warnings > 0 && (
        <p className="mt-2 text-pretty text-warn">
          {warnings} of {countOf(checks.length, 'check')} warn. Read them before you share the result.
        </p>
      )}
      {description !== null && <bdi className="block mt-2 text-pretty text-ink-2">{description}</bdi>}
    </Panel>
  )
}

function Arms({ result }: { result: Result }) {
  const { metric, series, started_on, id } = result
  const { name } = metrics[metric as Metric]
  const arm = (key: 'treated' | 'control', label: string, color: string) => ({
    id: key,
    name: `${label} (${result[`${key}_prompt_ids`].length})`,
    color,
    isOwn: key === 'treated',
    points: series.map(({ date, [key]: value, [`${key}_weight` as const]: weight }) => ({
      ...{ day: date, value, weight },
      isPartial: false,
    })),
  })
  return (
    <Panel title="Treated against control" about={name.toLowerCase()}>
      <LineChart
        title={`${name} of treated and control prompts`}
        format={(value) => (metric.endsWith('_pct') ? percent(value, 0) : formats[metric as Metric](value))}
        isPlace={metric === 'avg_rank'}
        series={[arm('treated', 'Treated', 'var(--accent)'), arm('control', 'Control', 'var(--muted)')]}
        marks={[{ id, day: started_on, text: 'Start' }]}
        height={330}
      />
    </Panel>
  )
}

const marks = {
  ok: [Check, 'text-up', 'Passed: '],
  warning: [Warning, 'text-warn', 'Warning: '],
  unknown: [HelpCircle, 'text-muted', 'Unknown: '],
} as const

const Checks = ({ result: { checks } }: { result: Result }) => (
  <Panel title="Can you trust it?">
    <RowList rows={checks}>
      {({ name, status, text }) => {
        const [Mark, look, word] = marks[status]
        return (
          <li key={name} className="flex gap-3 py-2.5">
            <Mark aria-hidden="true" className={`mt-0.5 ${look}`} />
            <span>
              <span className="sr-only">{word}</span>
              <bdi>{text}</bdi>
            </span>
          </li>
        )
      }}
    </RowList>
  </Panel>
)

/** A single prompt has too few answers for a test, so its change stays gray. */
function TreatedPrompts({ result }: { result: Result }) {
  const { treated_prompt_ids: ids, engines, countries, started_on, days_left_out, ended_on } = result
  const metric = result.metric as Metric
  const { digits } = metrics[metric]
  const answers = { engine: engines, country: countries }
  const before = useReadAll('list-prompts', {
    ...{ ...answers, start_date: result.baseline_start_date, end_date: result.baseline_end_date },
  })
  const first = addDays(started_on, days_left_out)
  const last = [ended_on, yesterday(new Date())].sort()[0] as string
  const hasDays = last >= first
  const after = useReadAll('list-prompts', { ...answers, start_date: first, end_date: last }, { enabled: hasDays })
  const earlier = new Map(before.data?.data.map((row) => [row.id, row]))
  const later = new Map(after.data?.data.map((row) => [row.id, row]))
  const list = listOf(before)
  const rows = ids.map((id) => ({
    id,
    text: earlier.get(id)?.text,
    before: earlier.get(id)?.[metric] ?? null,
    after: later.get(id)?.[metric] ?? null,
  }))
  type TreatedRow = (typeof rows)[number]
  const changeOf = (row: TreatedRow) =>
    row.before === null || row.after === null ? null : shownChange(row.after, row.before, digits)
  const columns: Column<TreatedRow>[] = [
    mainColumn('Prompt', ({ id, text }) =>
      text === undefined ? (
        <span className="text-muted">deleted prompt</span>
      ) : (
        <BrandLink to={`prompts/${id}`} className={rowLinkClass}>
          <bdi>{text}</bdi>
        </BrandLink>
      ),
    ),
    numberColumn({ name: 'Before', sort: (row) => row.before }, (row) => formats[metric](row.before)),
    numberColumn({ name: 'After', sort: (row) => row.after }, (row) => formats[metric](row.after)),
    numberColumn({ name: 'Change', sort: changeOf }, (row) => {
      const change = changeOf(row)
      return <span className="text-muted">{change === null ? '–' : signed(change, digits)}</span>
    }),
  ]
  return (
    <ListPanel
      title="Treated prompts"
      about={`${metrics[metric].name.toLowerCase()}, before and after`}
      list={{ ...list, rows: before.data && rows, error: list.error ?? after.error }}
      columns={columns}
      most={8}
      empty={null}
      footnote="Gray: one prompt has too few answers for a test."
    />
  )
}
