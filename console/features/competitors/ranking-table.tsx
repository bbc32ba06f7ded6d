import type { Shown } from '../../api/client.ts'
import { percent, rank, score } from '../../format/numbers.ts'
import { Change } from '../../ui/change.tsx'
import { type Column, Table } from '../../ui/table.tsx'

type Row = Shown<'list-competitor-rankings'>['data'][number]

const columns: readonly Column<Row>[] = [
  { name: '#', cell: (row) => row.rank },
  { name: 'Name', cell: (row) => <span className="break-words">{row.name}</span>, className: 'w-full' },
  {
    name: 'Visibility',
    isNumber: true,
    cell: (row) => (
      <>
        {percent(row.visibility_pct)}
        {row.visibility_delta != null && (
          <span className="block font-normal">
            <Change value={row.visibility_delta} unit="" />
          </span>
        )}
      </>
    ),
  },
  { name: 'Share', isNumber: true, isMinor: true, cell: (row) => percent(row.market_share_pct) },
  { name: 'Sentiment', isNumber: true, isMinor: true, cell: (row) => score(row.sentiment_score) },
  { name: 'Rank', isNumber: true, cell: (row) => rank(row.avg_rank) },
]

/** Entities by visibility, the own brand marked. */
export const RankingTable = ({ rows }: { rows: readonly Row[] }) => (
  <Table
    label="Ranking"
    columns={columns}
    rows={rows}
    keyOf={({ name }) => name}
    isMarked={({ is_our_brand }) => is_our_brand}
  />
)
