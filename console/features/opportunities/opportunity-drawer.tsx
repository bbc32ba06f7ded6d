import { Fragment } from 'react'
import { type RowOf, rowOf, useRead, useReadAll } from '../../api/hooks.ts'
import { longDay } from '../../format/days.ts'
import { countOf } from '../../format/numbers.ts'
import { BrandLink, useBrand } from '../../frame/brand.tsx'
import { useMe, usePermission } from '../../frame/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { RowList } from '../../ui/collapsible-rows.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { EditForm } from '../../ui/edit-form.tsx'
import { rowOptions } from '../../ui/field.tsx'
import { Loaded } from '../../ui/panel.tsx'
import { Clock } from '../../ui/time.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'
import { useOpen } from '../../ui/use-open.ts'
import words from './words.json' with { type: 'json' }

export type Opportunity = RowOf<'list-opportunities'>

/** Where the work starts. */
const linksOf = ({ id, evidence, topic, state }: Opportunity) =>
  [
    'issue_id' in evidence && { name: 'View pages', to: 'site-health', search: { issue: evidence.issue_id } },
    topic !== null &&
      state === 'open' && {
        name: 'Start an experiment',
        to: 'prompts',
        search: { topic: topic.id, opportunity: id },
      },
    'prompt_id' in evidence && {
      name: 'View answers',
      to: 'answers',
      search: { prompt: evidence.prompt_id },
    },
  ].filter((link) => link !== false)

/** Why, what it is worth, who does it and until when. */
export function Reason({ opportunity: row }: { opportunity: Opportunity }) {
  const facts = [
    words.progress[row.progress],
    `${countOf(row.expected_reach, 'answer')} at stake`,
    `${row.effort} effort`,
    // Isolated, as a name can be written from right to left.
    row.owner_name && `\u2068${row.owner_name}\u2069`,
    row.due_on && !row.is_overdue && `due ${longDay(row.due_on)}`,
  ]
  return (
    <>
      <p className="text-sm text-ink-2">
        <bdi>{row.why}</bdi>
      </p>
      <p className="text-sm text-muted">
        {facts.filter(Boolean).join(' · ')}
        {row.is_overdue && <span className="font-medium text-down"> · overdue since {longDay(row.due_on ?? '')}</span>}
        {linksOf(row).map(({ name, ...link }) => (
          <Fragment key={name}>
            {' · '}
            <BrandLink {...link} className="text-accent underline">
              {name}
            </BrandLink>
          </Fragment>
        ))}
      </p>
    </>
  )
}

/** The members who can own opportunities of the brand. */
export function useOwners() {
  const { brandId } = useBrand()
  const members = useRead('list-people').data?.data ?? []
  return members.filter(({ brand_ids }) => brand_ids?.includes(brandId) ?? true)
}

/** One opportunity, which may be on another tab or page of the list. */
export function OpportunityDrawer() {
  const { value: id } = useOpen('opportunity')
  const { data } = useReadAll('list-opportunities', {}, { enabled: id !== undefined })
  const mayEdit = usePermission()('update-opportunity')
  const found = rowOf(data, id)
  if (found === undefined) return null
  const { row } = found
  return (
    <Drawer param="opportunity" value={row.id} title={<bdi>{row.title}</bdi>}>
      <div key={row.id} className="space-y-4">
        <Reason opportunity={row} />
        {mayEdit && <Assign {...found} />}
        <h3>Steps</h3>
        <ol className="list-decimal space-y-1 pl-5">
          {row.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <h3>Comments</h3>
        <Comments of={{ opportunity_id: row.id }} />
      </div>
    </Drawer>
  )
}

/** The owner and due date. */
function Assign({ row, version }: { row: Opportunity; version: string | undefined }) {
  const me = useMe()
  const owners = useOwners()
  const shown = { owner_id: row.owner_id ?? '', due_on: row.due_on ?? '' }
  const edit = useEdit(`opportunity:${row.id}`, shown, version)
  const save = useSave('update-opportunity', edit, { changes: ['list-opportunities'] })
  const options = [{ value: '', name: 'No owner' }, ...rowOptions(owners)]
  return (
    <EditForm
      edit={edit}
      fields={{
        owner_id: { label: 'Owner', isHalf: true, options },
        due_on: { label: 'Due date', isHalf: true, type: 'date' },
      }}
      write={save}
      onSave={(_, { owner_id, due_on }) =>
        save.mutate({ opportunity_id: row.id, owner_id: owner_id || null, due_on: due_on || null })
      }
      button="main"
    >
      {owners.some(({ id }) => id === me?.id && id !== edit.values.owner_id) && (
        <Button kind="quiet" label="Assign to me" onClick={() => edit.set({ owner_id: me?.id ?? '' })} />
      )}
    </EditForm>
  )
}

function Comments({ of }: { of: { opportunity_id: string } }) {
  const query = useReadAll('list-opportunity-comments', of)
  const edit = useEdit(`opportunity-comment:${of.opportunity_id}`, { text: '' }, undefined)
  const create = useSave('create-opportunity-comment', edit, { changes: ['list-opportunity-comments'] })
  return (
    <>
      {usePermission()('create-opportunity-comment') && (
        <EditForm
          edit={edit}
          fields={{ text: { label: 'New comment', rows: 3, required: true, maxLength: 2000 } }}
          write={create}
          onSave={(_, comment) => create.mutate({ ...of, ...comment })}
          button="plain"
          action="Add comment"
        />
      )}
      <Loaded query={query}>
        {({ data }) => (
          <RowList label="Comments" rows={data} most={20} empty={<p className="text-muted">No comments yet</p>}>
            {({ id, author_name, created_at, text }) => (
              <li key={id} className="py-2">
                <p className="text-sm text-muted">
                  <bdi>{author_name ?? 'Operator'}</bdi> · <Clock at={created_at} />
                </p>
                <bdi className="whitespace-pre-wrap wrap-anywhere">{text}</bdi>
              </li>
            )}
          </RowList>
        )}
      </Loaded>
    </>
  )
}
