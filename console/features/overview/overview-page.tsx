import { Menu } from '@base-ui/react/menu'
import ShareIcon from 'lucide-react/icons/share'
import { lazy, Suspense, useState } from 'react'
import { type RowOf, useRead } from '../../api/hooks.ts'
import { percent } from '../../format/numbers.ts'
import { BrandLink, PanelLink, useBrand, useColors, useFilters } from '../../frame/brand.tsx'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { NoAnswers } from '../../frame/no-answers.tsx'
import { Page } from '../../frame/page.tsx'
import { BarCell } from '../../ui/bar-cell.tsx'
import { Brief } from '../../ui/brief.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { InvalidParameter } from '../../ui/invalid-parameter.tsx'
import { MenuItem, MenuPopup } from '../../ui/menu.tsx'
import { Loaded, LoadedPanel, Panel } from '../../ui/panel.tsx'
import { type Column, column, numberColumn, Table } from '../../ui/table.tsx'
import { BrandName } from '../../ui/tiles.tsx'
import { useOpen } from '../../ui/use-open.ts'
import { AnswerTable } from '../answers/answer-table.tsx'
import { useEntityChanges } from '../figures/use-changes.ts'
import { useRankings } from '../figures/use-rankings.ts'
import { VisibilityChange } from '../figures/visibility-change.tsx'
import { AlertsButton } from './alerts-button.tsx'
import { DoNext } from './do-next.tsx'
import { Figures } from './figures.tsx'
import { Markets, Topics } from './topics.tsx'
import { WhyItChanged } from './why-it-changed.tsx'

const drawers = {
  alerts: lazy(async () => ({ default: (await import('./drawers.ts')).AlertsDrawer })),
  changes: lazy(async () => ({ default: (await import('./drawers.ts')).ChangesDrawer })),
  notes: lazy(async () => ({ default: (await import('./drawers.ts')).NotesDrawer })),
}

/** What changed, whether it is real, why, and what to do next. */
export function OverviewPage() {
  const { query } = useRankings()
  const Drawer = drawers[useOpen('open').value as keyof typeof drawers]
  return (
    <Page
      title="Overview"
      filters={<FilterBar />}
      actions={
        <>
          <AlertsButton />
          <Share />
        </>
      }
    >
      {query.data?.meta.executions === 0 ? (
        <Panel title="Figures">
          <NoAnswers title="No matching answers" />
        </Panel>
      ) : (
        <>
          <Summary />
          <div className="grid grid-cols-1 gap-4 max-md:gap-3 lg:grid-cols-[minmax(0,1fr)_372px]">
            <Loaded query={query} lines={24}>
              {({ data }) => <Figures rankings={data} />}
            </Loaded>
            <div className="flex min-w-0 flex-col gap-4">
              <WhyItChanged />
              <DoNext />
            </div>
          </div>
          <div className="grid grid-cols-1 gap-4 max-md:gap-3 lg:grid-cols-2">
            <Competitors />
            <div className="flex min-w-0 flex-col gap-4">
              <Topics />
              <Markets />
            </div>
          </div>
          <LatestAnswers />
        </>
      )}
      <InvalidParameter name="open" known={Object.keys(drawers)} />
      {Drawer && (
        <Suspense>
          <Drawer />
        </Suspense>
      )}
    </Page>
  )
}

/** The change in visibility, as sentences from the API. */
function Summary() {
  const { brandId } = useBrand()
  const { open } = useOpen('open')
  const rankings = useRankings().query.data?.data
  const changes = useEntityChanges()
  const change = changes.get(brandId)
  const own = rankings?.find(({ is_our_brand }) => is_our_brand)
  const { verdict, headline, cause } = change ?? {}
  const real = [...changes.values()].filter((one) => one.verdict === 'up' || one.verdict === 'down').length
  const plain =
    own === undefined ? '…' : `Visibility is ${percent(own.visibility_pct)}, #${own.rank} of ${rankings?.length}.`
  return (
    <Brief
      headline={headline ?? plain}
      {...((verdict === 'up' || verdict === 'down') && {
        verdict: { text: 'It’s a real change.', tone: verdict },
      })}
    >
      {change !== undefined && (
        <>
          {cause !== null && <bdi>{cause} </bdi>}
          <button
            type="button"
            data-opens="changes"
            className="font-medium text-accent hover:underline"
            onClick={() => open('changes')}
          >
            {real === 0 ? 'See all changes' : `See ${real === 1 ? 'the real change' : `all ${real} real changes`}`}
          </button>
        </>
      )}
    </Brief>
  )
}

function Competitors() {
  const { search } = useFilters()
  const { query } = useRankings()
  const color = useColors()
  const changes = useEntityChanges()
  const columns: readonly Column<RowOf<'list-competitor-rankings'>>[] = [
    column({ name: '#', className: 'w-9 text-muted' }, ({ rank }) => rank),
    column('Brand', ({ name, is_our_brand: isOwn }) => <BrandName name={name} isOwn={isOwn} />),
    column({ name: 'Visibility', className: 'w-[38%] max-md:w-auto' }, ({ id, visibility_pct: value }) => (
      <BarCell value={value} text={percent(value)} color={color(id)} />
    )),
    numberColumn('Change', ({ id, is_our_brand: isOwn }) => <VisibilityChange row={changes.get(id)} isOwn={isOwn} />),
    numberColumn('Share', ({ market_share_pct: share }) => percent(share), 'minor'),
  ]
  return (
    <LoadedPanel
      query={query}
      lines={9}
      title="Competitors"
      isFlush
      actions={
        <PanelLink to="competitors" search={search}>
          Compare
        </PanelLink>
      }
    >
      {({ data }) => <Table label="Ranking" columns={columns} rows={data} most={9} />}
    </LoadedPanel>
  )
}

function Share() {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(window.location.href)
    setCopied(true)
  }
  return (
    <>
      <span role="status" className="text-sm text-muted">
        {isCopied && 'Link copied'}
      </span>
      <MenuPopup
        align="end"
        className="w-48"
        trigger={
          <Menu.Trigger className={buttonClass('plain')}>
            <ShareIcon aria-hidden="true" className="size-3.5!" />
            Share
          </Menu.Trigger>
        }
      >
        <MenuItem onClick={() => void copy()}>Copy link</MenuItem>
        <MenuItem render={<BrandLink to="reports" />}>Create a report</MenuItem>
        <MenuItem render={<BrandLink to="exports" />}>Export raw data</MenuItem>
      </MenuPopup>
    </>
  )
}

function LatestAnswers() {
  const { input, search } = useFilters()
  const query = useRead('list-executions', { ...input, limit: 6 })
  return (
    <LoadedPanel
      query={query}
      lines={6}
      title="Latest answers"
      isFlush
      actions={
        <PanelLink to="answers" search={search}>
          All answers
        </PanelLink>
      }
    >
      {({ data }) => <AnswerTable answers={data} search={search} />}
    </LoadedPanel>
  )
}
