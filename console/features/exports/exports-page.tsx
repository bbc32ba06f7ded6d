import { useQuery } from '@tanstack/react-query'
import { readAll } from '../../api/queries.ts'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { Page } from '../../frame/page.tsx'
import { useBrand } from '../../frame/use-brand.ts'
import { Panel } from '../../ui/panel.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { ExportRow, isUnderWay } from './export-row.tsx'
import { NewExport } from './new-export.tsx'

/** Files of what was observed, for other programs: asked for here, written in the background. */
export function ExportsPage() {
  return (
    <Page
      title="Exports"
      about="Everything of a period as a file, for a notebook, a warehouse or a spreadsheet."
      filters={<FilterBar comparison={false} />}
    >
      <NewExport />
      <Exports />
    </Page>
  )
}

function Exports() {
  const { workspaceId, brandId } = useBrand()
  const query = useQuery({
    ...readAll(workspaceId, 'list-exports', { brand_id: brandId }),
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? 1000 : false),
  })
  return (
    <Panel title="Files" about="for everybody who may read the brand, until the time beside each">
      <Loaded query={query}>
        {({ data, versions }) =>
          data.length === 0 ? (
            <Empty title="No file yet">Choose what you need above, and make one.</Empty>
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
