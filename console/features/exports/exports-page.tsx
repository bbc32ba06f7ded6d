import { useReadAll } from '../../api/hooks.ts'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { Page } from '../../frame/page.tsx'
import { Empty, Loaded, Panel } from '../../ui/panel.tsx'
import { ExportRow, isUnderWay } from './export-row.tsx'
import { NewExport } from './new-export.tsx'

/** Data exports for other tools, written in the background. */
export function ExportsPage() {
  return (
    <Page
      title="Exports"
      about="Export raw data to a notebook, warehouse or spreadsheet."
      filters={<FilterBar comparison={false} />}
    >
      <NewExport />
      <Exports />
    </Page>
  )
}

function Exports() {
  const query = useReadAll(
    'list-exports',
    {},
    { refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? 1000 : false) },
  )
  return (
    <Panel title="Files" about="available to everyone with access to the brand until they expire">
      <Loaded query={query}>
        {({ data, versions }) =>
          data.length === 0 ? (
            <Empty title="No exports yet">Choose data and format above, then create an export.</Empty>
          ) : (
            <ul className="divide-y divide-line">
              {data.map((one, index) => (
                <ExportRow key={one.id} of={one} version={versions?.[index]} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
