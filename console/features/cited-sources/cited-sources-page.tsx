import type { ResponseOf } from '../../api/client.ts'
import { usePages } from '../../api/hooks.ts'
import { engineName } from '../../copy/engines.ts'
import { count, percent } from '../../format/numbers.ts'
import { ViewLink } from '../../frame/brand-link.tsx'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { NoAnswers } from '../../frame/no-answers.tsx'
import { Page } from '../../frame/page.tsx'
import { useFilters } from '../../frame/use-brand.ts'
import { BarCell } from '../../ui/bar-cell.tsx'
import { Export } from '../../ui/export.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Loaded } from '../../ui/panel.tsx'
import { type Column, RowLink } from '../../ui/table.tsx'
import { Tile } from '../../ui/tiles.tsx'
import { Tabs, useTab } from '../../ui/views.tsx'
import { GapDomains, useMentionGaps } from '../competitors/head-to-head.tsx'
import { CitationTrend } from './citation-trend.tsx'
import { EarnedMentions } from './earned-mentions.tsx'

const tabs = {
  domains: 'Domains',
  pages: 'Pages',
  gaps: 'Gaps',
  earned: 'Outreach',
} as const

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

type Owner = ResponseOf<'list-cited-domains'>['data'][number]['owner']

function OwnerName({ owner }: { owner: Owner }) {
  if (owner.type === 'brand') return <span className="text-accent">yours</span>
  return (
    <span className="text-muted">
      {owner.type === 'competitor' ? (owner.name ?? 'a competitor') : 'other'}
    </span>
  )
}

const nothing = <NoAnswers title="No citations" />

function Domains() {
  const { input, search } = useFilters()
  const listed = { ...input }
  const query = usePages('list-cited-domains', { ...listed, limit: 50 })
  const columns: Column<ResponseOf<'list-cited-domains'>['data'][number]>[] = [
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
    { name: 'Owner', cell: OwnerName },
    {
      name: 'Cited in',
      isNumber: true,
      className: 'w-48 max-md:w-auto',
      cell: ({ share_of_answers_pct: share }) => (
        <BarCell value={share} text={percent(share)} color="var(--k2)" />
      ),
      sort: (row) => row.share_of_answers_pct,
    },
    {
      name: 'Pages',
      isNumber: true,
      isMinor: true,
      cell: (row) => count(row.page_count),
      sort: (row) => row.page_count,
    },
    {
      name: 'Citations',
      isNumber: true,
      isMinor: true,
      cell: (row) => count(row.citation_count),
      sort: (row) => row.citation_count,
    },
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
  const listed = { ...input, ...(search.domain === undefined ? {} : { domain: [search.domain] }) }
  const query = usePages('list-citations', { ...listed, limit: 50 })
  const columns: Column<ResponseOf<'list-citations'>['data'][number]>[] = [
    { name: 'Page', className: 'w-full', cell: (row) => <ExternalLink {...row} /> },
    { name: 'Owner', isMinor: true, cell: OwnerName },
    { name: 'Cited in', isNumber: true, cell: (row) => percent(row.share_of_answers_pct) },
    {
      name: 'Engines',
      isMinor: true,
      cell: ({ engines }) => <span className="text-sm text-muted">{engines.map(engineName).join(', ')}</span>,
    },
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
