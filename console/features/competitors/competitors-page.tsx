import { type RowOf, rowOf, useReadAll, useWrite } from '../../api/hooks.ts'
import { formats, type Metric } from '../../copy/metrics.ts'
import { percent } from '../../format/numbers.ts'
import { useFilters, ViewLink } from '../../frame/brand.tsx'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { Page } from '../../frame/page.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { ArrowKeys } from '../../ui/arrow-keys.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Export } from '../../ui/export.tsx'
import { ListPanel, listOf } from '../../ui/list-panel.tsx'
import { Empty, LoadedPanel } from '../../ui/panel.tsx'
import {
  actionsColumn,
  type Column,
  column,
  mainColumn,
  minorColumn,
  numberColumn,
  Table,
} from '../../ui/table.tsx'
import { Tabs, useTab } from '../../ui/views.tsx'
import { ConfidencePanel } from '../figures/confidence-panel.tsx'
import { MetricDefinition } from '../figures/metric-definition.tsx'
import { type EntityChange, useEntityChanges } from '../figures/use-changes.ts'
import { VisibilityChange } from '../figures/visibility-change.tsx'
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

/** Entities by visibility, with the user’s brand highlighted. Each figure opens its definition. */
function Ranking() {
  const { filters, input } = useFilters()
  const listed = { ...input, compare_to_previous: filters.compare }
  const rankings = useReadAll('list-competitor-rankings', listed)
  const changes = useEntityChanges()
  return (
    <LoadedPanel
      query={rankings}
      lines={10}
      title="Ranking"
      about="by visibility"
      actions={<Export operation="list-competitor-rankings" input={listed} name="ranking" />}
    >
      {({ data }) => (
        <ArrowKeys>
          <Table
            label="Ranking"
            columns={columnsOf(changes)}
            rows={data}
            most={20}
            isOwn={({ is_our_brand }) => is_our_brand}
          />
        </ArrowKeys>
      )}
    </LoadedPanel>
  )
}

/** Competitors with their names and domains. */
function CompetitorList({ mayEdit }: { mayEdit: boolean }) {
  const query = useReadAll('list-competitors')
  const update = useWrite('update-competitor', { changes: competitorReads })
  const columns: Column<Competitor>[] = [
    mainColumn('Name', ({ name, aliases, name_hint }) => (
      <>
        {name}
        {aliases.length > 0 && <span className="block text-sm text-muted">also {aliases.join(', ')}</span>}
        {name_hint !== undefined && <span className="block text-sm text-warn">{name_hint}</span>}
      </>
    )),
    minorColumn('Domain', ({ domain }) => domain ?? '–'),
    minorColumn(
      'Comparison',
      ({ id, name, is_active }) =>
        is_active && (
          <ViewLink
            change={{ tab: 'gaps', against: id }}
            className="text-sm whitespace-nowrap text-accent hover:underline"
            aria-label={`Head to head with ${name}`}
          >
            Head to head
          </ViewLink>
        ),
    ),
    numberColumn('Tracked', ({ id, name, is_active }) => (
      <Checkbox
        name={`Track ${name}`}
        isOn={is_active}
        isDisabled={!mayEdit || update.isPending}
        onChange={(isOn) => update.mutate({ competitor_id: id, is_active: isOn })}
      />
    )),
    actionsColumn((competitor) => (
      <DialogButton
        isHidden={!mayEdit}
        label="Edit"
        name={`Edit ${competitor.name}`}
        kind="quiet"
        dialog={CompetitorForm}
        given={{ competitor, version: rowOf(query.data, competitor.id)?.version }}
      />
    )),
  ]
  return (
    <ListPanel
      title="Competitor list"
      about="names, aliases and domains to search for"
      label="Competitors"
      actions={<Export operation="list-competitors" name="competitors" />}
      problem={update.error}
      list={listOf(query)}
      columns={columns}
      most={20}
      empty={<Empty title="No competitors yet">Add the brands that you compete with.</Empty>}
    />
  )
}

type Row = RowOf<'list-competitor-rankings'>

const columnsOf = (changes: ReadonlyMap<string, EntityChange>): readonly Column<Row>[] => [
  column('#', (row) => row.rank),
  mainColumn('Name', (row) => <bdi className="break-words">{row.name}</bdi>),
  numberColumn('Visibility', (row) => (
    <>
      <Figure metric="visibility_pct" row={row} />
      <span className="block">
        <VisibilityChange row={changes.get(row.id)} />
      </span>
    </>
  )),
  numberColumn('Share of voice', (row) => <Figure metric="market_share_pct" row={row} />, 'minor'),
  numberColumn('Sentiment', (row) => <Figure metric="sentiment_score" row={row} />, 'minor'),
  numberColumn('Position', (row) => <Figure metric="avg_rank" row={row} />),
  numberColumn('Recommended', (row) => percent(row.recommended_pct), 'minor'),
]

const Figure = ({ metric, row }: { metric: Metric; row: Row }) => (
  <MetricDefinition metric={metric} entity={row}>
    {formats[metric](row[metric])}
  </MetricDefinition>
)
