import { useState } from 'react'
import { type RowOf, rowOf, useReadAll, useWrite } from '../../api/hooks.ts'
import { testedChange } from '../../copy/intervals.ts'
import { formats, type Metric } from '../../copy/metrics.ts'
import { useFilters, ViewLink } from '../../frame/brand.tsx'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { Page } from '../../frame/page.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { ArrowKeys } from '../../ui/arrow-keys.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CollapsibleRows } from '../../ui/collapsible-rows.tsx'
import { DeltaChip } from '../../ui/delta-chip.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Export } from '../../ui/export.tsx'
import { Empty, Loaded, Panel, ProblemNote } from '../../ui/panel.tsx'
import { type Column, numberColumn, Table } from '../../ui/table.tsx'
import { Tabs, useTab } from '../../ui/views.tsx'
import { ConfidencePanel } from '../figures/confidence-panel.tsx'
import { MetricDefinition } from '../figures/metric-definition.tsx'
import { type EntityChange, useEntityChanges } from '../figures/use-changes.ts'
import { type Competitor, CompetitorForm, competitorReads } from './competitor-form.tsx'
import { HeadToHead } from './head-to-head.tsx'
import { UnknownBrands } from './unknown-brands.tsx'

const tabs = { ranking: 'Ranking', gaps: 'Head to head', suggested: 'Suggested' } as const

export function CompetitorsPage() {
  const may = usePermission()
  const tab = useTab(tabs)
  return (
    <Page
      title="Competitors"
      about="Brands mentioned in the same answers, and how often."
      filters={tab === 'suggested' ? undefined : <FilterBar comparison={tab === 'ranking'} />}
      actions={
        <DialogButton
          isHidden={!may('create-competitor')}
          kind="main"
          label="Add competitor"
          dialog={CompetitorForm}
        />
      }
    >
      <Tabs label="Competitors" tabs={tabs} />
      {tab === 'gaps' && <HeadToHead />}
      {tab === 'suggested' && <UnknownBrands />}
      {tab === 'ranking' && (
        <>
          <Ranking />
          <ConfidencePanel />
          <CompetitorList mayEdit={may('update-competitor')} />
        </>
      )}
    </Page>
  )
}

function Ranking() {
  const { filters, input } = useFilters()
  const listed = { ...input, compare_to_previous: filters.compare }
  const rankings = useReadAll('list-competitor-rankings', listed)
  const changes = useEntityChanges()
  return (
    <Panel
      title="Ranking"
      about="by visibility"
      actions={<Export operation="list-competitor-rankings" input={listed} name="ranking" />}
    >
      <Loaded query={rankings} lines={10}>
        {({ data }) => (
          <CollapsibleRows rows={data} most={20}>
            {(rows) => <RankingTable rows={rows} changes={changes} />}
          </CollapsibleRows>
        )}
      </Loaded>
    </Panel>
  )
}

/** Competitors with their names and domains. */
function CompetitorList({ mayEdit }: { mayEdit: boolean }) {
  const query = useReadAll('list-competitors')
  const update = useWrite('update-competitor', { changes: competitorReads })
  const [edited, setEdited] = useState<string>()
  const found = rowOf(query.data, edited)
  const columns: Column<Competitor>[] = [
    {
      name: 'Name',
      className: 'w-full',
      cell: ({ name, aliases, name_hint }) => (
        <>
          {name}
          {aliases.length > 0 && <span className="block text-sm text-muted">also {aliases.join(', ')}</span>}
          {name_hint !== undefined && <span className="block text-sm text-warn">{name_hint}</span>}
        </>
      ),
    },
    { name: 'Domain', isMinor: true, cell: ({ domain }) => domain ?? '–' },
    {
      name: 'Comparison',
      isMinor: true,
      cell: ({ id, name, is_active }) =>
        is_active && (
          <ViewLink
            change={{ tab: 'gaps', against: id }}
            className="text-sm whitespace-nowrap text-accent hover:underline"
            aria-label={`Head to head with ${name}`}
          >
            Head to head
          </ViewLink>
        ),
    },
    {
      name: 'Edit',
      isNameHidden: true,
      cell: (competitor) =>
        mayEdit && (
          <button
            type="button"
            aria-label={`Edit ${competitor.name}`}
            className="text-sm text-accent hover:underline"
            onClick={() => setEdited(competitor.id)}
          >
            Edit
          </button>
        ),
    },
    {
      name: 'Tracked',
      isNumber: true,
      cell: ({ id, name, is_active }) => (
        <Checkbox
          name={`Track ${name}`}
          isOn={is_active}
          isDisabled={!mayEdit || update.isPending}
          onChange={(isOn) => update.mutate({ competitor_id: id, is_active: isOn })}
        />
      ),
    },
  ]
  return (
    <Panel
      title="Competitor list"
      about="names, aliases and domains to search for"
      actions={<Export operation="list-competitors" name="competitors" />}
    >
      <ProblemNote problem={update.error} />
      <Loaded query={query}>
        {({ data }) => (
          <Table
            label="Competitors"
            columns={columns}
            rows={data}
            most={20}
            empty={<Empty title="No competitors yet">Add the brands that you compete with.</Empty>}
          />
        )}
      </Loaded>
      {found !== undefined && (
        <CompetitorForm
          key={edited}
          competitor={found.row}
          version={found.version}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  )
}

type Row = RowOf<'list-competitor-rankings'>

const columnsOf = (changes: ReadonlyMap<string, EntityChange>): readonly Column<Row>[] => [
  { name: '#', cell: (row) => row.rank },
  { name: 'Name', cell: (row) => <bdi className="break-words">{row.name}</bdi>, className: 'w-full' },
  {
    name: 'Visibility',
    isNumber: true,
    cell: (row) => (
      <>
        <Figure metric="visibility_pct" row={row} />
        <span className="block">
          <ChangeOf row={changes.get(row.id)} />
        </span>
      </>
    ),
  },
  numberColumn('Share of voice', (row) => <Figure metric="market_share_pct" row={row} />, 'minor'),
  numberColumn('Sentiment', (row) => <Figure metric="sentiment_score" row={row} />, 'minor'),
  { name: 'Position', isNumber: true, cell: (row) => <Figure metric="avg_rank" row={row} /> },
]

const ChangeOf = ({ row }: { row: EntityChange | undefined }) => (
  <DeltaChip tested={row && testedChange(row, 'visibility_pct')} isCell />
)

const Figure = ({ metric, row }: { metric: Metric; row: Row }) => (
  <MetricDefinition metric={metric} entity={row}>
    {formats[metric](row[metric])}
  </MetricDefinition>
)

/** Entities by visibility, with the user’s brand highlighted. Each figure opens its definition. */
const RankingTable = ({
  rows,
  changes,
}: {
  rows: readonly Row[]
  changes: ReadonlyMap<string, EntityChange>
}) => (
  <ArrowKeys>
    <Table
      label="Ranking"
      columns={columnsOf(changes)}
      rows={rows}
      isOwn={({ is_our_brand }) => is_our_brand}
    />
  </ArrowKeys>
)
