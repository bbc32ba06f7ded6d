import { Fragment } from 'react'
import { type RowOf, usePages, useRead, useWrite } from '../../api/hooks.ts'
import { countOf } from '../../format/numbers.ts'
import { BrandLink } from '../../frame/brand.tsx'
import { Page } from '../../frame/page.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { Button, WriteButton } from '../../ui/button.tsx'
import { RowList } from '../../ui/collapsible-rows.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Export } from '../../ui/export.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty, Loaded } from '../../ui/panel.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Tabs, useTab, useView, Views } from '../../ui/views.tsx'

type Opportunity = RowOf<'list-opportunities'>

const tabsAbout = {
  open: 'found in answers, sources and audits; updated daily',
  done: 'done by a member or resolved; reopened if found again',
  dismissed: 'hidden from the open list',
} as const

const kinds = { all: 'All', content: 'Content', technical: 'Technical', platform: 'Platforms' } as const

const tabs = { open: 'Open', done: 'Done', dismissed: 'Dismissed' } as const

export function OpportunitiesPage() {
  const state = useTab(tabs)
  const mayEdit = usePermission()('update-opportunity')
  const category = useView('kind', kinds)
  const listed = { state: [state], category: category === 'all' ? undefined : [category] }
  const query = usePages('list-opportunities', { ...listed, limit: 50 })
  const update = useWrite('update-opportunity', { changes: ['list-opportunities'] })
  return (
    <Page title="Opportunities">
      <Tabs label="State" tabs={tabs} />
      <ListPanel
        title={tabs[state]}
        about={tabsAbout[state]}
        views={<Views label="Type" name="kind" views={kinds} />}
        actions={<Export operation="list-opportunities" input={listed} name="opportunities" />}
        problem={update.error}
        list={pagedListOf(query)}
        empty={
          <Empty title="No opportunities">
            Sightline updates them daily from answers, sources and audits.
          </Empty>
        }
      >
        {(rows) => (
          <RowList rows={rows}>
            {(row) => (
              <li key={row.id} className="flex flex-wrap items-start gap-x-6 gap-y-2 py-3">
                <div className="min-w-0 flex-1 basis-72">
                  <p className="font-medium">
                    <bdi>{row.title}</bdi>
                  </p>
                  <Reason opportunity={row} />
                  <details className="mt-1 text-sm">
                    <summary className="cursor-pointer text-accent">Steps</summary>
                    <ol className="mt-1 list-decimal space-y-1 pl-5">
                      {row.steps.map((step) => (
                        <li key={step}>{step}</li>
                      ))}
                    </ol>
                  </details>
                </div>
                <div className="flex gap-2">
                  <DialogButton label="Brief" dialog={Brief} given={{ opportunity: row }} />
                  {mayEdit &&
                    movesOf(row).map(([label, state]) => (
                      <WriteButton
                        label={label}
                        key={label}
                        write={update}
                        input={{ opportunity_id: row.id, state }}
                      />
                    ))}
                </div>
              </li>
            )}
          </RowList>
        )}
      </ListPanel>
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

/** Steps of the work that the tab does not show. */
const progressWords: Partial<Record<Opportunity['progress'], string>> = {
  doing: 'In progress',
  measuring: 'Measuring',
  worked: 'Worked',
  no_clear_effect: 'No clear effect',
  backfired: 'Backfired',
}

/** Where the work starts. */
function linksOf({ id, evidence, topic, state }: Opportunity) {
  const links: { name: string; to: string; search: object }[] = []
  if ('issue_id' in evidence)
    links.push({ name: 'View pages', to: 'site-health', search: { issue: evidence.issue_id } })
  if (topic !== null && state === 'open')
    links.push({ name: 'Start an experiment', to: 'prompts', search: { topic: topic.id, opportunity: id } })
  if ('prompt_id' in evidence)
    links.push({ name: 'View answers', to: 'answers', search: { prompt: evidence.prompt_id } })
  return links
}

/** Why, and what it is worth. */
function Reason({ opportunity: row }: { opportunity: Opportunity }) {
  const facts = [
    progressWords[row.progress],
    `${countOf(row.expected_reach, 'answer')} at stake`,
    `${row.effort} effort`,
  ]
  return (
    <>
      <p className="text-sm text-ink-2">
        <bdi>{row.why}</bdi>
      </p>
      <p className="text-sm text-muted">
        {facts.filter(Boolean).join(' · ')}
        {linksOf(row).map(({ name, ...link }) => (
          <Fragment key={name}>
            {' · '}
            <BrandLink {...link}>{name}</BrandLink>
          </Fragment>
        ))}
      </p>
    </>
  )
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
