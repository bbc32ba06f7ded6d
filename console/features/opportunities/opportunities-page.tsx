import { type RowOf, usePages, useWrite } from '../../api/hooks.ts'
import { count, percent } from '../../format/numbers.ts'
import { BrandLink } from '../../frame/brand.tsx'
import { Page } from '../../frame/page.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { WriteButton } from '../../ui/button.tsx'
import { Export } from '../../ui/export.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Empty, Panel, ProblemNote } from '../../ui/panel.tsx'
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
  const listed = { state: [state], ...(category === 'all' ? {} : { category: [category] }) }
  const query = usePages('list-opportunities', { ...listed, limit: 50 })
  const update = useWrite('update-opportunity', { changes: ['list-opportunities'] })
  return (
    <Page title="Opportunities">
      <Tabs label="State" tabs={tabs} />
      <ProblemNote problem={update.error} />
      <Views label="Type" name="kind" views={kinds} />
      <Panel
        title={tabs[state]}
        about={tabsAbout[state]}
        actions={<Export operation="list-opportunities" input={listed} name="opportunities" />}
      >
        <Pages
          query={query}
          empty={
            <Empty title="No opportunities">
              Sightline updates them daily from answers, sources and audits.
            </Empty>
          }
        >
          {(rows) => (
            <ul className="divide-y divide-line">
              {rows.map((row) => (
                <li key={row.id} className="flex flex-wrap items-start gap-x-6 gap-y-2 py-3">
                  <div className="min-w-0 flex-1 basis-72">
                    <p className="font-medium">
                      <bdi>{row.title}</bdi>
                    </p>
                    <Evidence opportunity={row} />
                  </div>
                  {mayEdit && (
                    <div className="flex gap-2">
                      {(Object.keys(tabs) as (keyof typeof tabs)[])
                        .filter((one) => one !== row.state)
                        .map((one) => (
                          <WriteButton
                            key={one}
                            write={update}
                            input={{ opportunity_id: row.id, state: one }}
                          >
                            {{ open: 'Reopen', done: 'Done', dismissed: 'Dismiss' }[one]}
                          </WriteButton>
                        ))}
                    </div>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Pages>
      </Panel>
    </Page>
  )
}

/** The reasons: figures of the period and what they refer to. */
function Evidence({ opportunity: { evidence, expected_reach, topic } }: { opportunity: Opportunity }) {
  const facts: string[] = [`reaches ${count(expected_reach)} answers`]
  if (topic !== null) facts.push(topic.name)
  if ('top_competitor_name' in evidence)
    facts.push(
      `mentioned in ${percent(evidence.visibility_pct)}, ${evidence.top_competitor_name} in ${percent(evidence.top_competitor_visibility_pct)}`,
    )
  if ('competitors' in evidence) facts.push(`mentioned instead: ${evidence.competitors.join(', ')}`)
  if ('affected_pages' in evidence) facts.push(`${count(evidence.affected_pages)} pages`)
  if ('domain' in evidence) facts.push(`${evidence.domain}: ${count(evidence.citation_count)} citations`)
  return (
    <p className="text-sm text-muted">
      <bdi>{facts.join(' · ')}</bdi>
      {'issue_id' in evidence && (
        <>
          {' · '}
          <BrandLink to="site-health" search={{ issue: evidence.issue_id }}>
            View pages
          </BrandLink>
        </>
      )}
      {'prompt_id' in evidence && (
        <>
          {' · '}
          <BrandLink to="answers" search={{ prompt: evidence.prompt_id }}>
            View answers
          </BrandLink>
        </>
      )}
    </p>
  )
}
