import { Link } from '@tanstack/react-router'
import type { Shown } from '../../api/client.ts'
import { usePages } from '../../api/use-pages.ts'
import { count, percent } from '../../format/numbers.ts'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { Page } from '../../frame/page.tsx'
import { useBrand, useFilters } from '../../frame/use-brand.ts'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { engineName } from '../../words/engines.ts'

const tabs = { domains: 'Domains', pages: 'Pages', earned: 'Where to be mentioned' } as const

export function CitedSourcesPage() {
  const tab = useTab(tabs)
  return (
    <Page
      title="Sources"
      about="What engines cite when they answer, and where the brand is missing."
      filters={<FilterBar comparison={false} {...(tab === 'earned' ? { takes: ['topic'] as const } : {})} />}
    >
      <Tabs label="Sources" tabs={tabs} />
      {tab === 'domains' ? <Domains /> : tab === 'pages' ? <CitedPages /> : <EarnedMentions />}
    </Page>
  )
}

type Owner = Shown<'list-cited-domains'>['data'][number]['owner']

function OwnerName({ owner }: { owner: Owner }) {
  if (owner.type === 'brand') return <span className="text-accent">yours</span>
  return (
    <span className="text-muted">
      {owner.type === 'competitor' ? (owner.name ?? 'a competitor') : 'other'}
    </span>
  )
}

const nothing = <Empty title="Nothing was cited">Widen the period, or take filters away.</Empty>

function Domains() {
  const { workspaceId, brandId } = useBrand()
  const { input, search } = useFilters()
  const query = usePages(workspaceId, 'list-cited-domains', { brand_id: brandId, ...input, limit: 50 })
  const columns: Column<Shown<'list-cited-domains'>['data'][number]>[] = [
    {
      name: 'Domain',
      className: 'w-full',
      cell: ({ domain }) => (
        <Link to="." search={{ ...search, tab: 'pages', domain } as never} className="hover:underline">
          <bdi>{domain}</bdi>
        </Link>
      ),
    },
    { name: 'Owner', cell: OwnerName },
    { name: 'Cited in', isNumber: true, cell: (row) => percent(row.share_of_answers_pct) },
    { name: 'Pages', isNumber: true, isMinor: true, cell: (row) => count(row.page_count) },
    { name: 'Citations', isNumber: true, isMinor: true, cell: (row) => count(row.citation_count) },
  ]
  return (
    <Panel title="Domains" about="by the share of answers that cite them">
      <Pages query={query} rowsOf={({ data }) => data} empty={nothing}>
        {(rows) => (
          <Table label="Cited domains" columns={columns} rows={rows} keyOf={({ domain }) => domain} />
        )}
      </Pages>
    </Panel>
  )
}

function CitedPages() {
  const { workspaceId, brandId } = useBrand()
  const { input, search } = useFilters()
  const query = usePages(workspaceId, 'list-citations', {
    brand_id: brandId,
    ...input,
    ...(search.domain === undefined ? {} : { domain: [search.domain] }),
    limit: 50,
  })
  const columns: Column<Shown<'list-citations'>['data'][number]>[] = [
    { name: 'Page', className: 'w-full', cell: (row) => <OutsideLink {...row} /> },
    { name: 'Owner', isMinor: true, cell: OwnerName },
    { name: 'Cited in', isNumber: true, cell: (row) => percent(row.share_of_answers_pct) },
    {
      name: 'Engines',
      isMinor: true,
      cell: ({ engines }) => <span className="text-sm text-muted">{engines.map(engineName).join(', ')}</span>,
    },
  ]
  return (
    <Panel
      title={search.domain === undefined ? 'Pages' : `Pages of ${search.domain}`}
      actions={
        search.domain !== undefined && (
          <Link
            to="."
            search={{ ...search, domain: undefined } as never}
            className="text-sm text-accent hover:underline"
          >
            All domains
          </Link>
        )
      }
    >
      <Pages query={query} rowsOf={({ data }) => data} empty={nothing}>
        {(rows) => (
          <Table label="Cited pages" columns={columns} rows={rows} keyOf={({ citation_id }) => citation_id} />
        )}
      </Pages>
    </Panel>
  )
}

const priorities = { high: 'High', medium: 'Medium', low: 'Low' } as const

function EarnedMentions() {
  const { workspaceId, brandId } = useBrand()
  const { filters, input } = useFilters()
  const query = usePages(workspaceId, 'list-earned-mentions', {
    brand_id: brandId,
    start_date: input.start_date,
    end_date: input.end_date,
    ...(filters.topic.length === 0 ? {} : { topic_id: filters.topic }),
    limit: 50,
  })
  const columns: Column<Shown<'list-earned-mentions'>['data'][number]>[] = [
    {
      name: 'Page',
      className: 'w-full',
      cell: ({ url, domain, authors, topics }) => (
        <>
          <OutsideLink url={url} domain={domain} title={null} />
          <span className="block text-sm text-muted">
            <bdi>{[...(authors.length > 0 ? [`by ${authors.join(', ')}`] : []), ...topics].join(' · ')}</bdi>
          </span>
        </>
      ),
    },
    {
      name: 'Names',
      isMinor: true,
      cell: ({ competitors_on_page }) => <span className="text-sm">{competitors_on_page.join(', ')}</span>,
    },
    { name: 'Citations', isNumber: true, cell: ({ citation_count }) => count(citation_count) },
    { name: 'Priority', cell: ({ priority_bucket }) => priorities[priority_bucket] },
  ]
  return (
    <Panel title="Pages that name competitors, and not the brand" about="engines cite them already">
      <Pages
        query={query}
        rowsOf={({ data }) => data}
        empty={
          <Empty title="No such page yet">
            Cited pages are read after answers have come in; those that name competitors alone appear here.
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label="Earned mentions"
            columns={columns}
            rows={rows}
            keyOf={({ citation_id }) => citation_id}
          />
        )}
      </Pages>
    </Panel>
  )
}
