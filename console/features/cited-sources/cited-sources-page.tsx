import type { RowOf } from '../../api/hooks.ts'
import { useFilters, ViewLink } from '../../frame/brand.tsx'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { Page } from '../../frame/page.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Loaded } from '../../ui/panel.tsx'
import { ReadPanel } from '../../ui/read-panel.tsx'
import { type Column, countColumn, mainColumn, minorColumn } from '../../ui/table.tsx'
import { Tabs, useTab } from '../../ui/views.tsx'
import { GapDomains, useMentionGaps } from '../competitors/head-to-head.tsx'
import { CitationTrend } from './citation-trend.tsx'
import { citedInColumn, Domains, noCitations, useCitedDomains } from './domains.tsx'
import { EarnedMentions, usePagesWithoutBrand } from './earned-mentions.tsx'
import { enginesColumn } from './site-owner.tsx'
import { KindTag } from './source-kind.tsx'
import { SourceSummary, useCitedPageCount } from './source-summary.tsx'
import words from './words.json' with { type: 'json' }

type CitedPage = RowOf<'list-citations'>

const { tabs } = words

const views = {
  domains: Domains,
  pages: CitedPages,
  gaps: SourceGaps,
  earned: EarnedMentions,
  trend: CitationTrend,
} as const

/** Which sites shape answers, and where the brand is missing. */
export function CitedSourcesPage() {
  const tab = useTab(tabs)
  const View = views[tab]
  const domains = useCitedDomains().query.data?.pages[0]?.meta.total
  const pages = useCitedPageCount()
  const earned = usePagesWithoutBrand().total
  // Outreach takes fewer filters than the figures.
  const isOutreach = tab === 'earned'
  return (
    <Page
      title="Sources"
      filters={<FilterBar comparison={tab === 'domains'} {...(isOutreach ? { takes: ['topic'] as const } : {})} />}
    >
      {!isOutreach && <SourceSummary />}
      <Tabs label="Sources" views={tabs} counts={{ domains, pages, earned }} />
      <View />
    </Page>
  )
}

function CitedPages() {
  const { input, search } = useFilters()
  const { domain } = search
  return (
    <ReadPanel
      read="list-citations"
      input={{ ...input, domain: domain === undefined ? undefined : [domain] }}
      limit={50}
      param="page-"
      {...(domain !== undefined && { title: `Pages on ${domain}` })}
      actions={
        domain !== undefined && (
          <ViewLink change={{ domain: undefined }} className="text-sm text-accent hover:underline">
            All domains
          </ViewLink>
        )
      }
      searchText={({ url, title }) => `${url} ${title}`}
      columns={pageColumns}
      keyOf={({ citation_id }) => citation_id}
      isOwn={({ kind }) => kind === 'brand'}
      empty={noCitations}
    />
  )
}

const pageColumns = (_: unknown, [first]: readonly CitedPage[]): Column<CitedPage>[] => [
  mainColumn('Page', (row) => <ExternalLink {...row} />),
  minorColumn('Type', (row) => <KindTag row={row} />),
  citedInColumn(Math.max(1, first?.share_of_answers_pct ?? 0)),
  countColumn('Citations', (row) => row.citation_count, 'minor'),
  enginesColumn(),
]

/** Sites that engines cite in answers that mention competitors but not the brand. */
function SourceGaps() {
  const { query, loadAll } = useMentionGaps()
  return (
    <Loaded query={query} lines={12}>
      {({ data, meta }) => <GapDomains gaps={data} total={meta.domains} loadAll={loadAll} />}
    </Loaded>
  )
}
