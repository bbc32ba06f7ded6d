import { type RowOf, usePages } from '../../api/hooks.ts'
import { dayRange } from '../../format/days.ts'
import { count } from '../../format/numbers.ts'
import { useFilters } from '../../frame/brand.tsx'
import { ActionSelect } from '../../ui/action-select.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { optionsOf } from '../../ui/field.tsx'
import { Empty } from '../../ui/panel.tsx'
import { ReadPanel } from '../../ui/read-panel.tsx'
import { type Column, column, mainColumn, minorColumn, numberColumn } from '../../ui/table.tsx'
import { useView, Views } from '../../ui/views.tsx'
import { enginesColumn } from './site-owner.tsx'
import words from './words.json' with { type: 'json' }

type Row = RowOf<'list-earned-mention-work'>
type State = Row['state']

const { states, empties, priorities } = words

/** Days and topics of the URL. The list has no other filters. */
function useListed(state: State[]) {
  const { filters, input } = useFilters()
  return {
    start_date: input.start_date,
    end_date: input.end_date,
    state,
    topic_id: filters.topic.length === 0 ? undefined : filters.topic,
  }
}

/** Cited pages that name competitors and not the brand, by site, except those that are done or dismissed. */
export function usePagesWithoutBrand() {
  const listed = useListed(['open', 'in_progress'])
  const { data, hasNextPage } = usePages('list-earned-mention-work', { ...listed, limit: 100 })
  const rows = data?.pages[0]?.data ?? []
  const sites = [...Map.groupBy(rows, ({ domain }) => domain)].map(([domain, pages]) => {
    const names = [...new Set(pages.flatMap(({ competitors_on_page }) => competitors_on_page))]
    return [domain, { pages: pages.length, names }] as const
  })
  return {
    sites: new Map(sites),
    /** Whether `sites` covers only the pages with the highest scores. */
    isPart: hasNextPage,
    total: data?.pages[0]?.meta.total,
    citations: hasNextPage ? undefined : rows.reduce((sum, row) => sum + row.citation_count, 0),
  }
}

/** Outreach list of pages that mention only competitors. The URL holds the state filter. */
export function EarnedMentions() {
  const state = useView('state', states)
  const listed = useListed([state])
  return (
    <ReadPanel
      read="list-earned-mention-work"
      input={listed}
      limit={50}
      param="earned-"
      searchText={({ url, title }) => `${url} ${title}`}
      views={<Views label="State" name="state" views={states} />}
      columns={columns}
      keyOf={({ citation_id }) => citation_id}
      empty={<Empty title="No matching pages">{empties[state]}</Empty>}
    />
  )
}

const columns: readonly Column<Row>[] = [
  mainColumn('Page', (row) => <EarnedPage row={row} />),
  minorColumn('Mentions', ({ competitors_on_page }) => (
    <span className="block min-w-32 text-sm">{competitors_on_page.join(', ')}</span>
  )),
  enginesColumn(),
  numberColumn('Citations', ({ citation_count }) => count(citation_count), 'minor'),
  minorColumn('Priority', ({ priority_bucket, score }) => (
    <>
      {priorities[priority_bucket]} <span className="text-sm text-muted">{count(score)}</span>
    </>
  )),
  column('State', ({ citation_id, url, state }) => (
    <ActionSelect
      label={`State of ${url}`}
      className="min-w-32"
      operation="update-earned-mention"
      options={optionsOf(states)}
      value={state}
      input={(chosen) => ({ citation_id, state: chosen })}
    />
  )),
]

type EarnedMention = RowOf<'list-earned-mentions'>

/** A page that mentions competitors, with publisher, date, quote and the prompts that it is cited for. */
function EarnedPage({ row }: { row: EarnedMention }) {
  const { outlet, published_at, authors, topics, quote } = row
  const day = published_at?.slice(0, 10)
  const by = authors.length > 0 && `by ${authors.join(', ')}`
  const about = [outlet, day && dayRange(day, day), by, ...topics].filter(Boolean)
  return (
    <>
      <ExternalLink {...row} />
      <bdi className="block text-sm text-muted">{about.join(' · ')}</bdi>
      {quote !== null && (
        <blockquote className="my-1 max-w-prose border-line border-l-2 pl-3 text-sm wrap-anywhere">
          <bdi>{quote}</bdi>
        </blockquote>
      )}
      <CitedFor row={row} />
    </>
  )
}

function CitedFor({ row: { prompts, prompts_omitted } }: { row: EarnedMention }) {
  const [first, ...others] = prompts
  if (first === undefined) return null
  const more = others.length + prompts_omitted
  return (
    <span className="block text-sm text-muted">
      cited for “<bdi>{first.text}</bdi>”{more > 0 && ` and ${count(more)} more`}
    </span>
  )
}
