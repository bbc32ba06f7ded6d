import { type RowOf, useRead } from '../../api/hooks.ts'
import { BrandLink, useBrand, useFilters } from '../../frame/brand.tsx'
import { Empty, Loaded, Panel } from '../../ui/panel.tsx'
import { type Column, RowLink, Table } from '../../ui/table.tsx'
import { EngineTile, MarketTag } from '../../ui/tiles.tsx'
import { Clock } from '../../ui/time.tsx'

type Answer = RowOf<'list-executions'>

/** The newest answers of the current filters. */
export function LatestAnswers() {
  const { workspaceId, brandId } = useBrand()
  const { input, search } = useFilters()
  const query = useRead('list-executions', { ...input, limit: 6 })
  const columns: readonly Column<Answer>[] = [
    {
      name: 'Engine',
      isNameHidden: true,
      className: 'w-9',
      cell: ({ engine }) => <EngineTile engine={engine} isAlone />,
    },
    {
      name: 'Prompt',
      isNameHidden: true,
      cell: ({ id, prompt }) => (
        <RowLink
          to="/$workspaceId/$brandId/answers/$executionId"
          params={{ workspaceId, brandId, executionId: id }}
          search={search}
        >
          <bdi className="line-clamp-2 font-normal">{prompt ?? 'Deleted prompt'}</bdi>
        </RowLink>
      ),
    },
    {
      name: 'Market',
      isNameHidden: true,
      isMinor: true,
      cell: ({ country }) => <MarketTag country={country} />,
    },
    { name: 'Position', isNameHidden: true, cell: (answer) => <PositionTag answer={answer} /> },
    {
      name: 'Also mentioned',
      isNameHidden: true,
      isMinor: true,
      className: 'max-w-60 truncate text-muted',
      cell: ({ mentioned_competitors: names }) => names.join(', '),
    },
    {
      name: 'Time',
      isNameHidden: true,
      isNumber: true,
      isMinor: true,
      cell: ({ executed_at }) => <Clock at={executed_at} className="text-muted" />,
    },
  ]
  return (
    <Panel
      title="Latest answers"
      isFlush
      actions={
        <BrandLink to="answers" search={search} className="text-sm font-medium text-accent hover:underline">
          All answers
        </BrandLink>
      }
    >
      <Loaded query={query} lines={6}>
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
      </Loaded>
    </Panel>
  )
}

const tag = 'inline-flex h-5 items-center rounded-sm px-[7px] text-sm font-medium whitespace-nowrap'

/** Where an answer mentions the brand. */
export function PositionTag({
  answer,
}: {
  answer: Pick<Answer, 'brand_mentioned' | 'brand_rank' | 'outcome'>
}) {
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
