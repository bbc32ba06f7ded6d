import { useWrite } from '../../api/hooks.ts'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { Page } from '../../frame/page.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ReadPanel } from '../../ui/read-panel.tsx'
import { actionsColumn, type Column, mainColumn, minorColumn, numberColumn } from '../../ui/table.tsx'
import { Tabs, useTab } from '../../ui/views.tsx'
import { type Competitor, CompetitorForm } from './competitor-form.tsx'
import { HeadToHead } from './head-to-head.tsx'
import { Matrix } from './matrix.tsx'
import { Ranking } from './ranking.tsx'
import { UnknownBrands, useSuggestionCount } from './unknown-brands.tsx'

const tabs = { ranking: 'Ranking', gaps: 'Head to head', suggested: 'Suggested' } as const

export function CompetitorsPage() {
  const may = usePermission()
  const tab = useTab(tabs)
  return (
    <Page
      title="Competitors"
      filters={tab === 'suggested' ? undefined : <FilterBar comparison={tab === 'ranking'} />}
      actions={<CompetitorForm kind="main" />}
    >
      <Tabs label="Competitors" views={tabs} counts={{ suggested: useSuggestionCount() }} />
      {tab === 'gaps' && <HeadToHead />}
      {tab === 'suggested' && <UnknownBrands />}
      {tab === 'ranking' && (
        <>
          <Ranking />
          <Matrix />
          <CompetitorList mayEdit={may('update-competitor')} />
        </>
      )}
    </Page>
  )
}

/** With the label of the field instead of its name in the API. */
const hintOf = (hint: string) => hint.replace('set match_in_context', 'select “Match in context”')

function CompetitorList({ mayEdit }: { mayEdit: boolean }) {
  const update = useWrite('update-competitor')
  const columns = (versionOf: (competitor: Competitor) => string | undefined): Column<Competitor>[] => [
    mainColumn('Name', ({ name, aliases, name_hint }) => (
      <span className="wrap-anywhere">
        <bdi className="font-medium">{name}</bdi>
        {aliases.length > 0 && <span className="block text-sm text-muted">also {aliases.join(', ')}</span>}
        {name_hint !== undefined && <span className="block text-sm text-warn">{hintOf(name_hint)}</span>}
      </span>
    )),
    minorColumn('Domain', ({ domain }) => <span className="min-[760px]:whitespace-nowrap">{domain ?? '–'}</span>),
    numberColumn('Tracked', ({ id, name, is_active }) => (
      <Checkbox
        name={`Track ${name}`}
        isOn={is_active}
        isDisabled={!mayEdit || update.isPending}
        onChange={(isOn) => update.mutate({ competitor_id: id, is_active: isOn })}
      />
    )),
    actionsColumn((competitor) => (
      <CompetitorForm competitor={competitor} version={versionOf(competitor)} kind="quiet" />
    )),
  ]
  return <ReadPanel read="list-competitors" limit={100} needsAll problem={update.error} columns={columns} most={20} />
}
