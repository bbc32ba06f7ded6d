import { type RowOf, useRead } from '../../api/hooks.ts'
import { PanelLink, useBrand, useFilters } from '../../frame/brand.tsx'
import { Empty, LoadedPanel } from '../../ui/panel.tsx'
import { type Column, column, minorColumn, numberColumn, RowLink, Table } from '../../ui/table.tsx'
import { EngineTile, MarketTag } from '../../ui/tiles.tsx'
import { Clock } from '../../ui/time.tsx'

type Answer = RowOf<'list-executions'>

/** The newest answers of the current filters. */
export function LatestAnswers() {
  const { workspaceId, brandId } = useBrand()
  const { input, search } = useFilters()
  const query = useRead('list-executions', { ...input, limit: 6 })
  const columns: readonly Column<Answer>[] = [
    { name: 'Engine', className: 'w-9', cell: ({ engine }) => <EngineTile engine={engine} isAlone /> },
    column('Prompt', ({ id, prompt }) => (
      <RowLink
        to="/$workspaceId/$brandId/answers/$executionId"
        params={{ workspaceId, brandId, executionId: id }}
        search={search}
      >
        <bdi className="line-clamp-2 font-normal">{prompt ?? 'Deleted prompt'}</bdi>
      </RowLink>
    )),
    minorColumn('Market', ({ country }) => <MarketTag country={country} />),
    column('Position', (answer) => <PositionTag answer={answer} />),
    {
      ...minorColumn('Also mentioned', ({ mentioned_competitors: names }) => names.join(', ')),
      className: 'max-w-60 truncate text-muted',
    },
    numberColumn('Time', ({ executed_at }) => <Clock at={executed_at} className="text-muted" />, 'minor'),
  ]
  return (
    <LoadedPanel
      query={query}
      lines={6}
      title="Latest answers"
      isFlush
      actions={
        <PanelLink to="answers" search={search}>
          All answers
        </PanelLink>
      }
    >
      {({ data }) => (
        <Table
          label="Latest answers"
          columns={columns}
          rows={data}
          isDense
          isHeadHidden
          empty={<Empty title="No matching answers" />}
        />
      )}
    </LoadedPanel>
  )
}

const tag = 'inline-flex h-5 items-center rounded-sm px-[7px] text-sm font-medium whitespace-nowrap'

/** Where an answer mentions the brand. */
function PositionTag({ answer }: { answer: Answer }) {
  if (answer.outcome === 'none_shown')
    return <span className={`${tag} bg-sunken text-ink-2`}>No answer shown</span>
  if (answer.outcome !== 'answered')
    return <span className={`${tag} bg-down-soft text-down`}>{answer.outcome}</span>
  if (!answer.brand_mentioned) return <span className={`${tag} bg-sunken text-ink-2`}>Not mentioned</span>
  return (
    <span className={`${tag} bg-accent-soft text-accent`}>
      {answer.brand_rank === 1 ? 'Named first' : `Position ${answer.brand_rank}`}
    </span>
  )
}
