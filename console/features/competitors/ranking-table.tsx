import type { Shown } from '../../api/client.ts'
import { ArrowKeys } from '../../ui/arrow-keys.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Verdict } from '../../ui/verdict.tsx'
import type { Metric } from '../../words/metrics.ts'
import { formats } from '../figures/how-sure.tsx'
import type { EntityChange } from '../figures/use-changes.ts'
import { WhatItIs } from '../figures/what-it-is.tsx'

type Row = Shown<'list-competitor-rankings'>['data'][number]

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
          <Verdict change={changes.get(row.id)} isShort />
        </span>
      </>
    ),
  },
  {
    name: 'Share',
    isNumber: true,
    isMinor: true,
    cell: (row) => <Figure metric="market_share_pct" row={row} />,
  },
  {
    name: 'Sentiment',
    isNumber: true,
    isMinor: true,
    cell: (row) => <Figure metric="sentiment_score" row={row} />,
  },
  { name: 'Rank', isNumber: true, cell: (row) => <Figure metric="avg_rank" row={row} /> },
]

const Figure = ({ metric, row }: { metric: Metric; row: Row }) => (
  <WhatItIs metric={metric} entity={row}>
    {formats[metric](row[metric])}
  </WhatItIs>
)

/** Entities by visibility, the own brand marked; each figure opens what it is made of. */
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
      keyOf={({ id }) => id}
      isMarked={({ is_our_brand }) => is_our_brand}
    />
  </ArrowKeys>
)
