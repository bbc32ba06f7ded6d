import { type Given, usePages, useRead, useWrite } from '../../api/hooks.ts'
import { ViewLink } from '../../frame/brand.tsx'
import { Page } from '../../frame/page.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { useParam } from '../../search/use-param.ts'
import { Button, WriteButton } from '../../ui/button.tsx'
import { RowList } from '../../ui/collapsible-rows.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Export } from '../../ui/export.tsx'
import { optionsOf, rowOptions, Select } from '../../ui/field.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty, Loaded } from '../../ui/panel.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Tabs, useTab, useView, Views } from '../../ui/views.tsx'
import { type Opportunity, OpportunityDrawer, Reason, useOwners } from './opportunity-drawer.tsx'
import words from './words.json' with { type: 'json' }

const { tabs, tabsAbout, kinds } = words

export function OpportunitiesPage() {
  const state = useTab(tabs)
  const mayEdit = usePermission()('update-opportunity')
  const category = useView('kind', kinds)
  const [owner, setOwner] = useParam('owner')
  const owners = [...optionsOf(words.owners), ...rowOptions(useOwners())]
  const listed: Given<'list-opportunities'> = {
    state: [state],
    category: category === 'all' ? undefined : [category],
    owner: owner === 'me' || owner === 'none' ? [owner] : undefined,
    owner_id: owner && !(owner in words.owners) ? [owner] : undefined,
  }
  const query = usePages('list-opportunities', { ...listed, limit: 50 })
  const update = useWrite('update-opportunity', { changes: ['list-opportunities'] })
  return (
    <Page title="Opportunities">
      <Tabs label="State" tabs={tabs} />
      <div className="w-44">
        <Select label="Owner" options={owners} value={owner} onChange={({ target }) => setOwner(target.value)} />
      </div>
      <ListPanel
        title={tabs[state]}
        about={tabsAbout[state]}
        views={<Views label="Type" name="kind" views={kinds} />}
        actions={<Export operation="list-opportunities" input={listed} name="opportunities" />}
        problem={update.error}
        list={pagedListOf(query)}
        empty={<Empty title="No opportunities">Sightline updates them daily from answers, sources and audits.</Empty>}
      >
        {(rows) => (
          <RowList rows={rows}>
            {(row) => (
              <li key={row.id} className="flex flex-wrap items-start gap-x-6 gap-y-2 py-3">
                <div className="min-w-0 flex-1 basis-72">
                  <p className="font-medium">
                    <ViewLink
                      change={{ opportunity: row.id }}
                      className="row-link hover:text-accent"
                      data-opens={row.id}
                    >
                      <bdi>{row.title}</bdi>
                    </ViewLink>
                  </p>
                  <Reason opportunity={row} />
                </div>
                <div className="flex gap-2">
                  <DialogButton label="Brief" dialog={Brief} given={{ opportunity: row }} />
                  {mayEdit &&
                    movesOf(row).map(([label, state]) => (
                      <WriteButton label={label} key={label} write={update} input={{ opportunity_id: row.id, state }} />
                    ))}
                </div>
              </li>
            )}
          </RowList>
        )}
      </ListPanel>
      <OpportunityDrawer />
    </Page>
  )
}

type Move = readonly [label: string, state: 'todo' | 'doing' | 'done' | 'dismissed']

function movesOf({ state, progress }: Opportunity): Move[] {
  const moves: Move[] = []
  if (progress === 'todo') moves.push(['Start', 'doing'])
  if (state !== 'open') moves.push(['Reopen', 'todo'])
  if (state !== 'done') moves.push(['Done', 'done'])
  if (state !== 'dismissed') moves.push(['Dismiss', 'dismissed'])
  return moves
}

function Brief({ opportunity, onClose }: { opportunity: Opportunity; onClose: () => void }) {
  const query = useRead('create-brief', { opportunity_id: opportunity.id })
  return (
    <Dialog title="Brief" isOpen onClose={onClose}>
      <Loaded query={query}>
        {({ data: { markdown } }) => (
          <>
            <Button
              label="Download"
              onClick={() => saveFile(new Blob([markdown], { type: 'text/markdown' }), 'brief.md')}
            />
            <pre className="text-sm wrap-anywhere whitespace-pre-wrap">
              <bdi>{markdown}</bdi>
            </pre>
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
