import { useState } from 'react'
import type { Input, ResponseOf } from '../../api/client.ts'
import { usePages, useRead } from '../../api/hooks.ts'
import { utcTime } from '../../format/times.ts'
import { useFilters } from '../../frame/use-brand.ts'
import { Export } from '../../ui/export.tsx'
import { Select } from '../../ui/field.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'

type Visit = ResponseOf<'list-crawler-visits'>['data'][number]
type Crawler = NonNullable<Input<'list-crawler-visits'>['crawler']>[number]

const columns: readonly Column<Visit>[] = [
  {
    name: 'Time',
    cell: ({ ts }) => (
      <time className="whitespace-nowrap" dateTime={ts}>
        {utcTime(ts)}
      </time>
    ),
  },
  {
    name: 'Bot',
    cell: ({ bot_name, bot_category }) => (
      <span className="md:whitespace-nowrap">{bot_name ?? bot_category}</span>
    ),
  },
  {
    name: 'Page',
    className: 'w-full',
    cell: ({ domain, path }) => (
      <bdi className="[overflow-wrap:anywhere]">
        <span className="text-muted">{domain}</span>
        {path ?? '–'}
      </bdi>
    ),
  },
]

/** Individual bot visits, newest first. */
export function Visits() {
  const { start_date, end_date } = useFilters().input
  const [crawler, setCrawler] = useState('')
  const period = { start_date, end_date }
  const { data: summary } = useRead('get-crawler-summary', period)
  const listed = { ...period, ...(crawler === '' ? {} : { crawler: [crawler as Crawler] }) }
  const query = usePages('list-crawler-visits', { ...listed, limit: 50 })
  const seen = summary?.data.bots.map(({ bot_name }) => bot_name) ?? []
  // Keep the selected bot listed even if it has no visits in the period.
  const bots = [...new Set(crawler === '' ? seen : [crawler, ...seen])]
  return (
    <ListPanel
      label="Visits"
      columns={columns}
      list={pagedListOf(query)}
      views={
        <Select
          label="Bot"
          value={crawler}
          onChange={(event) => setCrawler(event.target.value)}
          options={[{ value: '', name: 'All bots' }, ...bots.map((name) => ({ value: name, name }))]}
        />
      }
      actions={<Export operation="list-crawler-visits" input={listed} name="visits" />}
      empty={<Empty title="No visits in this period">Choose a longer period or another bot.</Empty>}
      footnote="Newest first, without spoofed visits."
    />
  )
}
