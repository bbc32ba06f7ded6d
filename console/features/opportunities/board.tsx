import { count } from '../../format/numbers.ts'
import { ViewLink } from '../../frame/brand.tsx'
import { CollapsibleRows } from '../../ui/collapsible-rows.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Tile } from '../../ui/tiles.tsx'
import { effectOf } from './effect.ts'
import { Due, type Opportunity, Progress } from './opportunity-detail.tsx'
import words from './words.json' with { type: 'json' }

export const Board = ({ rows }: { rows: readonly Opportunity[] }) => (
  <div className="grid items-start gap-4 md:grid-cols-4">
    {words.lanes.map(({ name, progress }) => {
      const own = rows.filter((row) => progress.includes(row.progress))
      return (
        <section key={name} className="min-w-0">
          <h2 className="mb-2 text-base">
            {name} <span className="text-sm font-normal text-muted">{count(own.length)}</span>
          </h2>
          <CollapsibleRows rows={own} most={8}>
            {(shown) => (
              <ul className="space-y-2">
                {shown.map((row) => (
                  <Card key={row.id} opportunity={row} isResult={name === 'Done'} />
                ))}
              </ul>
            )}
          </CollapsibleRows>
        </section>
      )
    })}
  </div>
)

const Card = ({ opportunity: row, isResult }: { opportunity: Opportunity; isResult: boolean }) => (
  <li className="rounded-lg border border-line bg-panel p-3">
    <p className="mb-1.5 flex items-center justify-between gap-2">
      <Tag>{words.kinds[row.category]}</Tag>
      {row.owner_name !== null && (
        <span title={row.owner_name}>
          <Tile name={row.owner_name} />
          <span className="sr-only">{row.owner_name}</span>
        </span>
      )}
    </p>
    <ViewLink change={{ opportunity: row.id }} className="row-link font-medium hover:text-accent" data-opens={row.id}>
      <bdi>{row.title}</bdi>
    </ViewLink>
    <bdi className="block text-sm text-muted">{row.why}</bdi>
    <p className="mt-2 flex flex-wrap justify-between gap-x-2 text-sm">
      {isResult ? <Progress opportunity={row} /> : <span className="font-medium">{effectOf(row)}</span>}
      <span className="text-muted">{words.efforts[row.effort]} effort</span>
    </p>
    <Due opportunity={row} />
  </li>
)
