import type { ResponseOf } from '../../api/client.ts'
import { testedChange } from '../../copy/intervals.ts'
import { formats, type Metric } from '../../copy/metrics.ts'
import { ArrowKeys } from '../../ui/arrow-keys.tsx'
import { DeltaChip } from '../../ui/delta-chip.tsx'
import { type Column, numberColumn, Table } from '../../ui/table.tsx'
import { MetricDefinition } from '../figures/metric-definition.tsx'
import type { EntityChange } from '../figures/use-changes.ts'

type Row = ResponseOf<'list-competitor-rankings'>['data'][number]

const columnsOf = (changes: ReadonlyMap<string, EntityChange>): readonly Column<Row>[] => [
  { name: '#', cell: (row) => row.rank },
  { name: 'Name', cell: (row) => <bdi className="break-words">{row.name}</bdi>, className: 'w-full' },
  {
    name: 'Visibility',
    isNumber: true,
    cell: (row) => (
      <>
        <Figure metric="visibility_pct" row={row} />
        <span className="block">
          <ChangeOf row={changes.get(row.id)} />
        </span>
      </>
    ),
  },
  numberColumn('Share of voice', (row) => <Figure metric="market_share_pct" row={row} />, 'minor'),
  numberColumn('Sentiment', (row) => <Figure metric="sentiment_score" row={row} />, 'minor'),
  { name: 'Position', isNumber: true, cell: (row) => <Figure metric="avg_rank" row={row} /> },
]

const ChangeOf = ({ row }: { row: EntityChange | undefined }) => (
  <DeltaChip tested={row && testedChange(row, 'visibility_pct')} isCell />
)

const Figure = ({ metric, row }: { metric: Metric; row: Row }) => (
  <MetricDefinition metric={metric} entity={row}>
    {formats[metric](row[metric])}
  </MetricDefinition>
)

/** Entities by visibility, with the user’s brand highlighted. Each figure opens its definition. */
export const RankingTable = ({
  rows,
  changes,
}: {
  rows: readonly Row[]
  changes: ReadonlyMap<string, EntityChange>
}) => (
  <ArrowKeys>
    <Table
      label="Ranking"
      columns={columnsOf(changes)}
      rows={rows}
      isOwn={({ is_our_brand }) => is_our_brand}
    />
  </ArrowKeys>
)
