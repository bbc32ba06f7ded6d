import { useState } from 'react'
import { type DataOf, useRead, useReadAll } from '../../api/hooks.ts'
import { engineName } from '../../copy/engines.ts'
import { count, firstOf } from '../../format/numbers.ts'
import { BrandLink, useFilters } from '../../frame/brand.tsx'
import { NoAnswers } from '../../frame/no-answers.tsx'
import { useParam } from '../../search/use-param.ts'
import { BarCell } from '../../ui/bar-cell.tsx'
import { Button } from '../../ui/button.tsx'
import { SaveRows } from '../../ui/export.tsx'
import { rowOptions, Select } from '../../ui/field.tsx'
import { Empty, Loaded, Panel } from '../../ui/panel.tsx'
import { Stats } from '../../ui/stats.tsx'
import { type Column, column, mainColumn, minorColumn, numberColumn, Table, type TableProps } from '../../ui/table.tsx'
import { SiteOwner } from '../cited-sources/site-owner.tsx'

export type Gaps = DataOf<'get-mention-gaps'>

/** The server’s maximum of prompts and sites per response. */
const mostRows = 10_000

/** Gaps to one competitor or to all. Loads the widest gaps first, and all rows after `loadAll`. */
export function useMentionGaps(competitorId?: string) {
  const { input } = useFilters()
  const [isWhole, setWhole] = useState(false)
  const query = useRead('get-mention-gaps', {
    ...input,
    max_rows: isWhole ? mostRows : undefined,
    competitor_id: competitorId === undefined ? undefined : [competitorId],
  })
  return { query, loadAll: () => setWhole(true) }
}

export function HeadToHead() {
  const { search } = useFilters()
  const { query, loadAll } = useMentionGaps(search.against)
  return (
    <div className="space-y-4">
      <Against />
      <Loaded query={query} lines={12}>
        {({ data, meta }) =>
          data.executions === 0 ? (
            <NoAnswers />
          ) : (
            <div className="space-y-4">
              <Stats
                stats={[
                  { label: 'Only competitors mentioned', value: count(data.competitors_only) },
                  { label: 'Both mentioned', value: count(data.both) },
                  { label: 'Only you mentioned', value: count(data.brand_only) },
                  { label: 'All answers', value: count(data.executions) },
                ]}
              />
              <div className="grid items-start gap-4 lg:grid-cols-[1fr_22rem]">
                <GapPrompts gaps={data} total={meta.prompts} loadAll={loadAll} />
                <GapEngines gaps={data} />
              </div>
              <GapDomains gaps={data} total={meta.domains} loadAll={loadAll} />
            </div>
          )
        }
      </Loaded>
    </div>
  )
}

function Against() {
  const [against = '', setAgainst] = useParam('against')
  const { data } = useReadAll('list-competitors')
  const options = rowOptions(data?.data.filter(({ is_active }) => is_active))
  return (
    <div className="max-w-xs">
      <Select
        label="Compare with"
        value={against}
        onChange={({ target }) => setAgainst(target.value)}
        options={[{ value: '', name: 'All competitors' }, ...options]}
      />
    </div>
  )
}

const noGap = <Empty title="No gaps">Every answer that mentions competitors also mentions you.</Empty>

interface GapListProps extends Pick<GapTableProps<object>, 'total' | 'loadAll'> {
  gaps: Gaps
}

function GapPrompts({ gaps: { prompts }, ...loading }: GapListProps) {
  const { search } = useFilters()
  const columns: Column<Gaps['prompts'][number]>[] = [
    mainColumn('Prompt', ({ prompt_id, text }) => (
      <BrandLink
        to={`prompts/${prompt_id}`}
        search={{ ...search, tab: undefined, against: undefined }}
        className="hover:underline"
      >
        <bdi className="line-clamp-2">{text}</bdi>
      </BrandLink>
    )),
    numberColumn('Them only', (row) => count(row.competitors_only)),
    numberColumn('Both', (row) => count(row.both), 'minor'),
    numberColumn('You only', (row) => count(row.brand_only), 'minor'),
    numberColumn('Answers', (row) => count(row.executions)),
  ]
  return (
    <GapTable
      {...{ columns, ...loading }}
      title="Prompts"
      about="widest gap first"
      label="Prompts with a gap"
      rows={prompts}
      keyOf={({ prompt_id }) => prompt_id}
    />
  )
}

const engineColumns: readonly Column<Gaps['engines'][number]>[] = [
  column('Engine', ({ engine }) => engineName(engine)),
  mainColumn('Them only', ({ competitors_only, executions }) => (
    <BarCell value={(100 * competitors_only) / Math.max(1, executions)} text={count(competitors_only)} />
  )),
  numberColumn('Answers', ({ executions }) => count(executions)),
]

const GapEngines = ({ gaps: { engines, executions } }: { gaps: Gaps }) => (
  <Panel title="Engines" about={`answers that mention only competitors, of ${count(executions)}`} isFlush>
    <Table label="Gaps by engine" columns={engineColumns} rows={engines} empty={noGap} />
  </Panel>
)

export function GapDomains({ gaps: { domains }, ...loading }: GapListProps) {
  const { search } = useFilters()
  const columns: Column<Gaps['domains'][number]>[] = [
    mainColumn('Site', ({ domain, owner }) => (
      <>
        <BrandLink
          to="sources"
          search={{ ...search, against: undefined, tab: 'pages', domain }}
          className="hover:underline"
        >
          <bdi>{domain}</bdi>
        </BrandLink>
        <SiteOwner owner={owner} />
      </>
    )),
    minorColumn('Mentions', ({ competitors }) => (
      <span className="block min-w-64 text-sm text-muted">
        {firstOf(competitors.map(({ name, answers }) => `${name} ${count(answers)}×`))}
      </span>
    )),
    numberColumn('Them only', (row) => count(row.gap_answers)),
    numberColumn('With you', (row) => count(row.brand_answers)),
  ]
  return (
    <GapTable
      {...{ columns, ...loading }}
      title="Cited when only competitors are mentioned"
      about="by number of answers without and with you"
      label="Sites in a gap"
      rows={domains}
    />
  )
}

interface GapTableProps<T extends object> extends Pick<TableProps<T>, 'label' | 'columns' | 'rows' | 'keyOf'> {
  title: string
  about: string
  total: number
  loadAll: () => void
}

function GapTable<T extends object>({ title, about, total, loadAll, ...table }: GapTableProps<T>) {
  const { label, rows } = table
  const isPart = rows.length < total
  return (
    <Panel
      title={title}
      isFlush
      about={isPart ? `first ${count(rows.length)} of ${count(total)}, ${about}` : about}
      actions={
        <>
          {isPart && <Button label={`Load all ${count(total)}`} onClick={loadAll} />}
          <SaveRows rows={rows} name={label.toLowerCase()} />
        </>
      }
    >
      <Table {...table} most={12} empty={noGap} />
    </Panel>
  )
}
