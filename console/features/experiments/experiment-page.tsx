import { useParams } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import HelpCircle from 'lucide-react/icons/circle-question-mark'
import Warning from 'lucide-react/icons/triangle-alert'
import { useRead, useReadAll } from '../../api/hooks.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { Whisker } from '../../charts/whisker.tsx'
import { type Metric, metrics } from '../../copy/metrics.ts'
import { dayRange, today } from '../../format/days.ts'
import { countOf, decimal } from '../../format/numbers.ts'
import { BackLink, BrandLink } from '../../frame/brand.tsx'
import { Page } from '../../frame/page.tsx'
import { Loaded, Panel } from '../../ui/panel.tsx'
import { detectableText, effectText, intervalText, type Result, Verdict } from './verdict.tsx'

/** One experiment: the verdict, both arms over time, the checks, and the prompts. */
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
          <div className="space-y-5">
            <Outcome result={data} />
            <Arms result={data} />
            <div className="grid items-start gap-5 lg:grid-cols-2">
              <Checks result={data} />
              <TreatedPrompts result={data} />
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
  const { effect, description } = result
  const most = effect === null ? 1 : Math.max(Math.abs(effect.low), Math.abs(effect.high))
  return (
    <Panel title="Result">
      <div className="grid items-center gap-x-10 gap-y-4 md:grid-cols-[auto_1fr]">
        <div className="space-y-1">
          <Verdict verdict={result.verdict} />
          <p className="text-3xl font-semibold tabular-nums">{effectText(result) ?? '–'}</p>
          <p className="text-sm text-muted">{intervalText(result)}</p>
        </div>
        {effect !== null && (
          <Whisker
            figure={{ value: effect.value, these_prompts: effect, prompts_like_these: null }}
            ends={{ from: -1.2 * most, to: 1.2 * most }}
            hasZero
          />
        )}
      </div>
      <p className="mt-4">{result.headline}</p>
      <p className="text-sm text-muted">{detectableText(result)}</p>
      {description !== null && (
        <p className="mt-2 text-sm">
          <bdi>{description}</bdi>
        </p>
      )}
    </Panel>
  )
}

function Arms({ result: { metric, series, started_on, id } }: { result: Result }) {
  const { name, digits } = metrics[metric as Metric]
  const arm = (key: 'treated' | 'control', label: string, color: string) => ({
    id: key,
    name: label,
    color,
    isOwn: key === 'treated',
    points: series.map(({ date, [key]: value }) => ({
      day: date,
      value,
      isPartial: date >= today(new Date()),
    })),
  })
  return (
    <Panel title="Treated and control prompts" about={name.toLowerCase()}>
      <LineChart
        title={`${name} of treated and control prompts`}
        format={(value) => (value === null ? '–' : decimal(value, digits))}
        isPlace={metric === 'avg_rank'}
        series={[arm('treated', 'Treated', 'var(--accent)'), arm('control', 'Control', 'var(--muted)')]}
        marks={[{ id, day: started_on, text: 'Start' }]}
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
    <ul className="space-y-2">
      {checks.map(({ name, status, text }) => {
        const [Mark, look, word] = marks[status]
        return (
          <li key={name} className="flex gap-2">
            <Mark aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${look}`} />
            <span>
              <span className="sr-only">{word}</span>
              <bdi>{text}</bdi>
            </span>
          </li>
        )
      })}
    </ul>
  </Panel>
)

function TreatedPrompts({ result: { treated_prompt_ids: ids } }: { result: Result }) {
  const prompts = useReadAll('list-prompts').data?.data
  const textOf = new Map(prompts?.map(({ id, text }) => [id, text]))
  return (
    <Panel title="Treated prompts">
      <ul className="space-y-1">
        {ids.map((id) => (
          <li key={id}>
            {prompts !== undefined && !textOf.has(id) ? (
              <span className="text-muted">deleted prompt</span>
            ) : (
              <BrandLink to={`prompts/${id}`}>
                <bdi>{textOf.get(id) ?? '…'}</bdi>
              </BrandLink>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
