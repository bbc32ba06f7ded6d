import { useState } from 'react'
import { type Input, type RowOf, useRead } from '../../api/hooks.ts'
import { count, countOf, firstOf } from '../../format/numbers.ts'
import { utcTime } from '../../format/times.ts'
import { useFilters } from '../../frame/brand.tsx'
import { Select } from '../../ui/field.tsx'
import { ReadPanel } from '../../ui/read-panel.tsx'
import { type Column, column, mainColumn, minorColumn, numberColumn } from '../../ui/table.tsx'
import { useView, Views } from '../../ui/views.tsx'
import { enginesColumn } from '../cited-sources/site-owner.tsx'
import words from './words.json' with { type: 'json' }

const pageColumn = <T extends { domain: string | null; path: string | null }>(): Column<T> =>
  mainColumn('Page', ({ domain, path }) => (
    <bdi>
      <span className="text-muted">{domain}</span>
      {path ?? '–'}
    </bdi>
  ))

export function PagesRead() {
  const kind = useView('read', words.read)
  const { start_date, end_date } = useFilters().input
  const chosen = kind === 'all' ? {} : { visited: kind !== 'unread', cited: kind !== 'uncited' }
  const columns: Column<RowOf<'list-website-pages'>>[] = [
    pageColumn(),
    numberColumn('Bot visits', ({ visits }) => count(visits)),
    numberColumn('Citations', ({ citation_count }) => count(citation_count)),
    minorColumn('Latest bots', ({ last_visits }) => (
      <span className="block min-w-44 text-sm text-muted">{firstOf(last_visits.map(({ bot_name }) => bot_name))}</span>
    )),
    ...(kind === 'uncited' ? [] : [enginesColumn('Cited by')]),
  ]
  return (
    <ReadPanel
      read="list-website-pages"
      input={{ start_date, end_date, ...chosen }}
      limit={50}
      views={<Views label="Pages" name="read" views={words.read} />}
      title={({ total }) => countOf(total, 'page')}
      about={words.readAbout[kind]}
      columns={columns}
      keyOf={({ page_id }) => page_id}
    />
  )
}

type Visit = RowOf<'list-crawler-visits'>
type Crawler = NonNullable<Input<'list-crawler-visits'>['crawler']>[number]

const visitColumns: readonly Column<Visit>[] = [
  column('Time', ({ ts }) => (
    <time className="inline-block min-w-21 md:whitespace-nowrap" dateTime={ts}>
      {utcTime(ts)}
    </time>
  )),
  column('Bot', ({ bot_name, bot_category }) => (
    <span className="md:whitespace-nowrap">{bot_name ?? bot_category}</span>
  )),
  pageColumn(),
  minorColumn('Verified by', ({ verified_by }) => verified_by ?? '–'),
]

export function Visits() {
  const { start_date, end_date } = useFilters().input
  const [crawler, setCrawler] = useState('')
  const period = { start_date, end_date }
  const { data: summary } = useRead('get-crawler-summary', period)
  const listed = { ...period, crawler: crawler === '' ? undefined : [crawler as Crawler] }
  const seen = summary?.data.bots.map(({ bot_name }) => bot_name) ?? []
  // Keep the selected bot listed even if it has no visits in the period.
  const bots = [...new Set(crawler === '' ? seen : [crawler, ...seen])]
  return (
    <ReadPanel
      read="list-crawler-visits"
      input={listed}
      limit={50}
      columns={visitColumns}
      views={
        <Select
          label="Bot"
          value={crawler}
          onChange={(event) => setCrawler(event.target.value)}
          options={[{ value: '', name: 'All bots' }, ...bots.map((name) => ({ value: name, name }))]}
        />
      }
      footnote="Newest first, without spoofed visits."
    />
  )
}
