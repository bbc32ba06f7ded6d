import type { ReactNode } from 'react'
import { type DataOf, type RowOf, useRead } from '../../api/hooks.ts'
import { dayRange } from '../../format/days.ts'
import { countOf } from '../../format/numbers.ts'
import { BrandLink } from '../../frame/brand.tsx'
import { Page } from '../../frame/page.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ReadPanel } from '../../ui/read-panel.tsx'
import { type Column, column, mainColumn, numberColumn, rowLinkClass } from '../../ui/table.tsx'
import steps from './steps.json' with { type: 'json' }
import { effectText, intervalText, Verdict } from './verdict.tsx'

type Experiment = RowOf<'list-experiments'>
type Judged = DataOf<'get-experiment'>

export function ExperimentsPage() {
  const mayStart = usePermission()('create-experiment')
  return (
    <Page
      title="Experiments"
      about="Did your work change what the engines say?"
      actions={
        mayStart && (
          <BrandLink to="prompts" className={buttonClass('main')}>
            Select prompts
          </BrandLink>
        )
      }
    >
      <ReadPanel read="list-experiments" limit={20} columns={columns} />
      <Pooled />
      <Panel title="Start an experiment" about={!mayStart && 'Only editors can start one.'}>
        <ol className="grid list-inside list-decimal gap-x-8 gap-y-4 md:grid-cols-3">
          {steps.map(([title, text]) => (
            <li key={title}>
              <span className="font-medium">{title}</span>
              <p className="mt-0.5 text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </Panel>
    </Page>
  )
}

/** The mean effect on visibility, once three experiments have finished. */
function Pooled() {
  const pooled = useRead('pool-experiments').data?.data
  if (pooled?.effect == null) return null
  const shown = { effect: pooled.effect, metric: 'visibility_pct' } as const
  return (
    <Panel
      title="All experiments together"
      about={`the mean of ${countOf(pooled.experiments.length, 'finished experiment')}, whatever the verdict`}
    >
      <p className="text-lg">
        <span className="font-semibold">{effectText(shown)}</span>{' '}
        <span className="text-muted">{intervalText(shown)}</span>
      </p>
      {pooled.left_out.length > 0 && (
        <p className="text-muted">
          Left out, as they share prompts with an earlier one or are not comparable:{' '}
          <bdi>{pooled.left_out.map(({ name }) => name).join(', ')}</bdi>.
        </p>
      )}
    </Panel>
  )
}

const columns: readonly Column<Experiment>[] = [
  mainColumn('Experiment', ({ id, name, ...row }) => (
    <>
      <BrandLink to={`experiments/${id}`} className={rowLinkClass}>
        <bdi>{name}</bdi>
      </BrandLink>
      <span className="block text-sm text-muted">{dayRange(row.started_on, row.ended_on)}</span>
    </>
  )),
  column('Verdict', ({ id }) => <Result id={id}>{(result) => <Verdict verdict={result.verdict} />}</Result>),
  numberColumn('Effect', ({ id }) => (
    <Result id={id}>
      {(result) => (
        <>
          <span className="font-medium">{effectText(result) ?? '–'}</span>
          <span className="block text-sm text-muted max-md:hidden">{intervalText(result)}</span>
        </>
      )}
    </Result>
  )),
  numberColumn('Treated', (row) => countOf(row.treated_prompt_ids.length, 'prompt'), 'minor'),
  numberColumn('Control', (row) => countOf(row.control_prompt_ids.length, 'prompt'), 'minor'),
]

/** Judged from the answers, so each row reads its own result. */
function Result({ id, children }: { id: string; children: (result: Judged) => ReactNode }) {
  const result = useRead('get-experiment', { experiment_id: id }).data?.data
  return result === undefined ? '…' : children(result)
}
