import { useSyncExternalStore } from 'react'
import { type Given, rowOf, useReadAll } from '../../api/hooks.ts'
import { ViewLink } from '../../frame/brand.tsx'
import { Page } from '../../frame/page.tsx'
import { useParam } from '../../search/use-param.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Export } from '../../ui/export.tsx'
import { optionsOf, PlainSelect, rowOptions } from '../../ui/field.tsx'
import { ListPanel, listOf } from '../../ui/list-panel.tsx'
import { Empty, Panel, ProblemNote, Skeleton } from '../../ui/panel.tsx'
import { type Column, column, mainColumn, minorColumn, numberColumn, rowLinkClass } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Tile } from '../../ui/tiles.tsx'
import { useOpen } from '../../ui/use-open.ts'
import { useView, Views } from '../../ui/views.tsx'
import { Board } from './board.tsx'
import { effectOf } from './effect.ts'
import { Due, type Opportunity, OpportunityDetail, Progress, useOwners } from './opportunity-detail.tsx'
import words from './words.json' with { type: 'json' }

const { states, forms, kinds } = words

const wide = window.matchMedia('(min-width: 1180px)')

function subscribe(onChange: () => void) {
  wide.addEventListener('change', onChange)
  return () => wide.removeEventListener('change', onChange)
}

/** Whether details fit next to a list. */
const useIsWide = () => useSyncExternalStore(subscribe, () => wide.matches)

/** What to do, as a list next to the chosen one, or as a board. */
export function OpportunitiesPage() {
  const state = useView('tab', states)
  const form = useView('view', forms)
  const kind = useView('kind', kinds)
  const [owner, setOwner] = useParam('owner')
  const owners = [...optionsOf(words.owners), ...rowOptions(useOwners())]
  const listed: Given<'list-opportunities'> = {
    category: kind === 'all' ? undefined : [kind],
    owner: owner === 'me' || owner === 'none' ? [owner] : undefined,
    owner_id: owner && !(owner in words.owners) ? [owner] : undefined,
    sort: 'priority',
  }
  const query = useReadAll('list-opportunities', listed)
  const ofState = (status: string) => query.data?.data.filter((row) => row.status === status)
  const rows = ofState(state)
  const isNext = useIsWide() && form === 'list'
  const { value: opened } = useOpen('opportunity')
  const chosen = rowOf(query.data, opened ?? (isNext ? rows?.[0]?.id : undefined))
  const detail = chosen && <OpportunityDetail key={chosen.row.id} {...chosen} />
  return (
    <Page title="Opportunities" actions={<Views label="Layout" name="view" views={forms} />}>
      <div className="flex flex-wrap items-center gap-2">
        {form === 'list' && (
          <Views
            label="State"
            name="tab"
            views={states}
            counts={Object.fromEntries(Object.keys(states).map((status) => [status, ofState(status)?.length]))}
          />
        )}
        <Views label="Type" name="kind" views={kinds} />
        <PlainSelect
          label="Owner"
          className="h-[30px] min-h-0! w-44!"
          value={owner}
          options={owners}
          onChange={({ target }) => setOwner(target.value)}
        />
      </div>
      {form === 'board' ? (
        <>
          <ProblemNote problem={query.error} onRetry={() => void query.refetch()} />
          {query.data ? <Board rows={query.data.data} /> : <Skeleton />}
        </>
      ) : (
        <div className={isNext ? 'grid grid-cols-[minmax(0,1fr)_392px] items-start gap-4' : ''}>
          <div className="min-w-0 space-y-2">
            <ListPanel
              label="Opportunities"
              actions={
                <Export operation="list-opportunities" input={{ ...listed, state: [state] }} name="opportunities" />
              }
              list={{ ...listOf(query), rows }}
              columns={columnsOf(rows)}
              most={15}
              searchText={({ title, why }) => `${title} ${why}`}
              isOwn={({ id }) => isNext && id === chosen?.row.id}
              empty={
                <Empty title="No opportunities">Sightline updates them daily from answers, sources and audits.</Empty>
              }
              footnote="Effect: points of visibility if half of the answers without you come to mention you, or answers of 30 days that cite the pages. Bars: answers per day of work."
            />
          </div>
          {isNext && chosen && (
            <aside aria-label={chosen.row.title} className="sticky top-12">
              <Panel>
                <h2 className="mb-2 text-lg wrap-anywhere">
                  <bdi>{chosen.row.title}</bdi>
                </h2>
                {detail}
              </Panel>
            </aside>
          )}
        </div>
      )}
      {!isNext && chosen && (
        <Drawer param="opportunity" value={chosen.row.id} title={<bdi>{chosen.row.title}</bdi>}>
          {detail}
        </Drawer>
      )}
    </Page>
  )
}

const efforts = Object.keys(words.efforts)

function columnsOf(rows: readonly Opportunity[] = []): readonly Column<Opportunity>[] {
  const most = Math.max(...rows.map(({ priority }) => priority))
  return [
    mainColumn({ name: 'What to do', sort: ({ title }) => title }, ({ id, title, why }) => (
      <>
        <ViewLink change={{ opportunity: id }} className={rowLinkClass} data-opens={id}>
          <bdi>{title}</bdi>
        </ViewLink>
        <bdi className="block text-sm text-muted">{why}</bdi>
      </>
    )),
    minorColumn('Type', ({ category }) => <Tag>{kinds[category]}</Tag>),
    minorColumn({ name: 'Priority', sort: ({ priority }) => priority }, ({ priority }) => (
      <Bars share={priority / most} />
    )),
    numberColumn({ name: 'Effect', sort: ({ expected_reach }) => expected_reach }, (row) => (
      <span className="font-medium">{effectOf(row)}</span>
    )),
    minorColumn(
      { name: 'Effort', sort: ({ effort }) => efforts.indexOf(effort) },
      ({ effort }) => words.efforts[effort],
    ),
    minorColumn('Owner', ({ owner_name: name }) =>
      name === null ? (
        <span className="text-muted">–</span>
      ) : (
        <span title={name}>
          <Tile name={name} />
          <span className="sr-only">{name}</span>
        </span>
      ),
    ),
    // Rows without a due date sort last.
    column({ name: 'State', sort: ({ due_on }) => due_on ?? '9999' }, (row) => (
      <>
        <Progress opportunity={row} />
        <Due opportunity={row} />
      </>
    )),
  ]
}

/** One to three bars, by the share of the highest priority. */
function Bars({ share }: { share: number }) {
  const filled = share > 0.5 ? 3 : share > 0.1 ? 2 : 1
  const name = ['low', 'medium', 'high'][filled - 1] ?? ''
  return (
    <span role="img" aria-label={`${name} priority`} className="inline-flex items-end gap-0.5">
      {[6, 9, 12].map((height, place) => (
        <span
          key={height}
          className={`w-[3px] rounded-sm ${place < filled ? 'bg-ink-2' : 'bg-line-strong'}`}
          style={{ height }}
        />
      ))}
    </span>
  )
}
