import { type RowOf, usePages, useRead } from '../../api/hooks.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import type { Series } from '../../charts/scale.ts'
import { today } from '../../format/days.ts'
import { lineColor } from '../../format/entity-colors.ts'
import { percent } from '../../format/numbers.ts'
import { useColors, useFilters, ViewLink } from '../../frame/brand.tsx'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { NoAnswers } from '../../frame/no-answers.tsx'
import { Page } from '../../frame/page.tsx'
import { BarCell } from '../../ui/bar-cell.tsx'
import { Export } from '../../ui/export.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Loaded, LoadedPanel } from '../../ui/panel.tsx'
import {
  type Column,
  column,
  countColumn,
  mainColumn,
  minorColumn,
  numberColumn,
  RowLink,
} from '../../ui/table.tsx'
import { Tile } from '../../ui/tiles.tsx'
import { Tabs, useTab, useView, Views } from '../../ui/views.tsx'
import { GapDomains, useMentionGaps } from '../competitors/head-to-head.tsx'
import { EarnedMentions } from './earned-mentions.tsx'
import { enginesColumn, SiteOwner } from './site-owner.tsx'

const tabs = { domains: 'Domains', pages: 'Pages', gaps: 'Gaps', earned: 'Outreach' } as const

const views = { domains: Domains, pages: CitedPages, gaps: SourceGaps, earned: EarnedMentions } as const

export function CitedSourcesPage() {
  const tab = useTab(tabs)
  const View = views[tab]
  return (
    <Page
      title="Sources"
      about="Sites and pages that engines cite, and where your brand is missing."
      filters={<FilterBar comparison={false} {...(tab === 'earned' ? { takes: ['topic'] as const } : {})} />}
    >
      <Tabs label="Sources" tabs={tabs} />
      <View />
    </Page>
  )
}

type Owner = RowOf<'list-cited-domains'>['owner']

const OwnerName = ({ owner }: { owner: Owner }) =>
  owner.type === 'other' ? (
    <span className="text-muted">other</span>
  ) : (
    <SiteOwner owner={owner} className="" />
  )

const nothing = <NoAnswers title="No citations" />

function Domains() {
  const { input, search } = useFilters()
  const listed = { ...input }
  const query = usePages('list-cited-domains', { ...listed, limit: 50 })
  const columns: Column<RowOf<'list-cited-domains'>>[] = [
    {
      name: 'Domain',
      sort: ({ domain }) => domain,
      cell: ({ domain }) => (
        <RowLink to="." search={{ ...search, tab: 'pages', domain }}>
          <Tile name={domain} className="mr-[9px] align-middle" />
          <bdi>{domain}</bdi>
        </RowLink>
      ),
    },
    column('Owner', OwnerName),
    {
      name: 'Cited in',
      isNumber: true,
      className: 'w-48 max-md:w-auto',
      cell: ({ share_of_answers_pct: share }) => (
        <BarCell value={share} text={percent(share)} color="var(--k2)" />
      ),
      sort: (row) => row.share_of_answers_pct,
    },
    countColumn('Pages', (row) => row.page_count, 'minor'),
    countColumn('Citations', (row) => row.citation_count, 'minor'),
  ]
  return (
    <>
      <CitationTrend />
      <ListPanel
        title="Domains"
        about="by share of answers that cite them"
        actions={<Export operation="list-cited-domains" input={listed} name="domains" />}
        label="Cited domains"
        searchText={({ domain }) => domain}
        columns={columns}
        list={pagedListOf(query)}
        keyOf={({ domain }) => domain}
        empty={nothing}
      />
    </>
  )
}

function CitedPages() {
  const { input, search } = useFilters()
  const listed = { ...input, domain: search.domain === undefined ? undefined : [search.domain] }
  const query = usePages('list-citations', { ...listed, limit: 50 })
  const columns: Column<RowOf<'list-citations'>>[] = [
    mainColumn('Page', (row) => <ExternalLink {...row} />),
    minorColumn('Owner', OwnerName),
    numberColumn('Cited in', (row) => percent(row.share_of_answers_pct)),
    enginesColumn(),
  ]
  return (
    <ListPanel
      title={search.domain === undefined ? 'Pages' : `Pages on ${search.domain}`}
      actions={
        <>
          {search.domain !== undefined && (
            <ViewLink
              change={{ domain: undefined }}
              className="self-center text-sm text-accent hover:underline"
            >
              All domains
            </ViewLink>
          )}
          <Export operation="list-citations" input={listed} name="pages" />
        </>
      }
      label="Cited pages"
      columns={columns}
      list={pagedListOf(query)}
      keyOf={({ citation_id }) => citation_id}
      empty={nothing}
    />
  )
}

/** Sites that engines cite in answers that mention competitors but not the brand. */
function SourceGaps() {
  const { query, loadAll } = useMentionGaps()
  return (
    <Loaded query={query} lines={12}>
      {({ data, meta }) => <GapDomains gaps={data} total={meta.domains} loadAll={loadAll} />}
    </Loaded>
  )
}

const dimensions = { domain: 'Domains', owner: 'Owners' } as const

const maxLines = 6

/** The share of answers that cite a site over time, by domain or owner. */
function CitationTrend() {
  const { input } = useFilters()
  const by = useView('by', dimensions)
  const colorOf = useColors()
  const query = useRead('list-citation-trends', { dimension: by, ...input, limit: maxLines })
  const omitted = query.data?.meta.omitted_segments ?? 0
  return (
    <LoadedPanel
      query={query}
      lines={9}
      title="Citations over time"
      about={`share of answers that cite a site${omitted === 0 ? '' : `; top ${maxLines}, ${omitted} omitted`}`}
      actions={<Views label="Group by" name="by" views={dimensions} />}
    >
      {({ data, meta }) =>
        data.length === 0 ? (
          nothing
        ) : (
          <LineChart
            title={`Citations over time: ${meta.dimension === 'owner' ? 'owners' : 'domains'}`}
            series={seriesOf(data, colorOf, today(new Date()))}
            format={(value) => percent(value, 0)}
          />
        )
      }
    </LoadedPanel>
  )
}

type Line = RowOf<'list-citation-trends'>

const idOf = ({ domain, owner }: Line) => domain ?? owner?.id ?? 'others'

function seriesOf(lines: readonly Line[], colorOf: (id: string) => string, day: string): Series[] {
  // Sorted by name, so that a line keeps its color when ranks change.
  const domains = lines.flatMap(({ domain }) => domain ?? []).sort()
  return lines.map((line) => {
    const id = idOf(line)
    const isOwn = line.domain === null && line.owner?.type === 'brand'
    return {
      id,
      name: line.domain ?? line.owner?.name ?? 'Others',
      color: line.domain !== null ? lineColor(id, domains) : id === 'others' ? 'var(--muted)' : colorOf(id),
      isOwn,
      points: line.points.map(({ start_date, end_date, share_of_answers_pct }) => ({
        day: start_date,
        value: share_of_answers_pct,
        isPartial: end_date >= day,
      })),
    }
  })
}
