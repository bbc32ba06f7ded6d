import { type RowOf, usePages, useRead } from '../../api/hooks.ts'
import { dayRange } from '../../format/days.ts'
import { BrandLink } from '../../frame/brand.tsx'
import { Page } from '../../frame/page.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty } from '../../ui/panel.tsx'
import { type Column, column, mainColumn, numberColumn } from '../../ui/table.tsx'
import { effectText, Verdict } from './verdict.tsx'

type Experiment = RowOf<'list-experiments'>

/** All experiments of the brand with their verdicts. */
export function ExperimentsPage() {
  return (
    <Page title="Experiments" about="whether your work changed what the engines say">
      <ListPanel
        label="Experiments"
        list={pagedListOf(usePages('list-experiments', { limit: 20 }))}
        columns={columns}
        empty={
          <Empty title="No experiments yet">
            Select prompts under <BrandLink to="prompts">Prompts</BrandLink> and choose “Start experiment”.
            Sightline compares them with prompts that you leave alone.
          </Empty>
        }
      />
    </Page>
  )
}

const columns: readonly Column<Experiment>[] = [
  mainColumn('Experiment', ({ id, name }) => (
    <BrandLink to={`experiments/${id}`}>
      <bdi>{name}</bdi>
    </BrandLink>
  )),
  {
    name: 'Days',
    className: 'whitespace-nowrap',
    isMinor: true,
    cell: (row) => dayRange(row.started_on, row.ended_on),
  },
  numberColumn('Treated', (row) => row.treated_prompt_ids.length, 'minor'),
  numberColumn('Control', (row) => row.control_prompt_ids.length, 'minor'),
  column('Effect', ({ id }) => <Result id={id} />),
]

/** Judged from the answers, so each row reads its own result. */
function Result({ id }: { id: string }) {
  const result = useRead('get-experiment', { experiment_id: id }).data?.data
  if (result === undefined) return '…'
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <Verdict verdict={result.verdict} />
      {effectText(result)}
    </span>
  )
}
