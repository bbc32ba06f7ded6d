import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import FlaskConical from 'lucide-react/icons/flask-conical'
import type { ReactNode } from 'react'
import { type DataOf, type RowOf, useRead, useReadAll, useWrite } from '../../api/hooks.ts'
import { dayRange, longDay } from '../../format/days.ts'
import { count, decimal, signed } from '../../format/numbers.ts'
import { BrandLink, useBrand } from '../../frame/brand.tsx'
import { useMe, usePermission } from '../../frame/use-permission.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Button, buttonClass, WriteButton } from '../../ui/button.tsx'
import { RowList } from '../../ui/collapsible-rows.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { OperationForm } from '../../ui/edit-form.tsx'
import { rowOptions } from '../../ui/field.tsx'
import { InfoPopover } from '../../ui/info-popover.tsx'
import { Loaded, ProblemNote } from '../../ui/panel.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Tag } from '../../ui/tag.tsx'
import { Clock } from '../../ui/time.tsx'
import { effectOf } from './effect.ts'
import words from './words.json' with { type: 'json' }

export type Opportunity = RowOf<'list-opportunities'>

function linksOf({ id, evidence, topic, state }: Opportunity) {
  const canTest = topic !== null && state === 'open'
  return [
    'issue_id' in evidence && { name: 'View pages', to: 'site-health', search: { issue: evidence.issue_id } },
    canTest && { name: 'Start an experiment', to: 'prompts', search: { topic: topic.id, opportunity: id } },
    'prompt_id' in evidence && { name: 'View answers', to: 'answers', search: { prompt: evidence.prompt_id } },
  ].filter((link) => link !== false)
}

const marks = {
  todo: Circle,
  doing: CircleDashed,
  measuring: FlaskConical,
  worked: CircleCheck,
  no_clear_effect: CircleCheck,
  backfired: CircleCheck,
  done: CircleCheck,
  dismissed: Circle,
} as const

export function Progress({ opportunity: { progress } }: { opportunity: Opportunity }) {
  const Mark = marks[progress]
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${progress === 'doing' ? 'text-accent' : ''}`}>
      <Mark aria-hidden="true" className="size-3.5!" />
      {words.progress[progress]}
    </span>
  )
}

export const Due = ({ opportunity: { due_on, is_overdue } }: { opportunity: Opportunity }) =>
  due_on && (
    <span
      title={longDay(due_on)}
      className={`block text-sm whitespace-nowrap ${is_overdue ? 'font-medium text-down' : 'text-muted'}`}
    >
      {is_overdue ? `Overdue (due ${dayRange(due_on, due_on)})` : `Due ${dayRange(due_on, due_on)}`}
    </span>
  )

/** The members who can own opportunities of the brand. */
export function useOwners() {
  const { brandId } = useBrand()
  const members = useRead('list-people').data?.data ?? []
  return members.filter(({ brand_ids }) => brand_ids?.includes(brandId) ?? true)
}

interface DetailProps {
  row: Opportunity
  version: string | undefined
}

/** One opportunity: why, how, who until when, and what members say about it. */
export function OpportunityDetail({ row, version }: DetailProps) {
  const mayEdit = usePermission()('update-opportunity')
  const effect = row.expected_effect
  const facts: readonly (readonly [name: string, value: ReactNode, detail: ReactNode])[] = [
    effect === null
      ? ['At stake', effectOf(row), 'in 30 days']
      : ['Expected effect', <EffectRange key="effect" {...effect} />, 'points'],
    ['Effort', words.efforts[row.effort], words.days[row.effort]],
    ['State', words.progress[row.progress], <Due key="due" opportunity={row} />],
  ]
  return (
    <div className="space-y-4">
      <bdi className="block text-ink-2">{row.why}</bdi>
      <dl className="grid grid-cols-3 divide-x divide-line rounded-lg border border-line">
        {facts.map(([name, value, detail]) => (
          <div key={name} className="min-w-0 px-3 py-2">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-semibold">{value}</dd>
            <dd className="text-sm text-muted">{detail}</dd>
          </div>
        ))}
      </dl>
      {'prompts' in row.evidence && (
        <section>
          <h3 className="mb-1 font-semibold">Evidence</h3>
          <RowList rows={row.evidence.prompts ?? []} most={4}>
            {({ id, text, without_brand }) => (
              <li key={id} className="flex justify-between gap-3 py-1.5">
                <BrandLink to="prompts" search={{ open: id }} className="min-w-0 wrap-anywhere hover:text-accent">
                  <bdi>{text}</bdi>
                </BrandLink>
                <span className="text-sm whitespace-nowrap text-muted">{count(without_brand)} without you</span>
              </li>
            )}
          </RowList>
        </section>
      )}
      <section>
        <h3 className="font-semibold">How to do it</h3>
        <ol className="mt-1 list-decimal space-y-1 pl-5">
          {row.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <div className="flex flex-wrap gap-2">
        <DialogButton label="Brief" kind="main" dialog={Brief} given={{ opportunity: row }} />
        {linksOf(row).map(({ name, ...link }) => (
          <BrandLink key={name} {...link} className={buttonClass('plain')}>
            {name}
          </BrandLink>
        ))}
        {movesOf(row).map(([label, state]) => (
          <ActionButton
            key={label}
            label={label}
            operation="update-opportunity"
            input={{ opportunity_id: row.id, state }}
          />
        ))}
      </div>
      {mayEdit && <Assign row={row} version={version} />}
      <section>
        <h3 className="mb-1 font-semibold">Comments</h3>
        <Comments of={{ opportunity_id: row.id }} />
      </section>
    </div>
  )
}

const EffectRange = ({ low, high, formula }: NonNullable<Opportunity['expected_effect']>) => (
  <InfoPopover info={`If ${formula} come to mention you. An assumption, not a forecast.`}>
    {signed(low, 1)} to {decimal(high, 1)}
  </InfoPopover>
)

type Move = readonly [label: string, state: 'todo' | 'doing' | 'done' | 'dismissed']

function movesOf({ status, progress }: Opportunity): Move[] {
  const moves: Move[] = []
  if (progress === 'todo') moves.push(['Start', 'doing'])
  if (status !== 'open') moves.push(['Reopen', 'todo'])
  if (status !== 'done') moves.push(['Mark as done', 'done'])
  if (status !== 'dismissed') moves.push(['Dismiss', 'dismissed'])
  return moves
}

export function Brief({ opportunity, onClose }: { opportunity: Opportunity; onClose: () => void }) {
  const query = useRead('create-brief', { opportunity_id: opportunity.id })
  const mayDraft = usePermission()('create-draft')
  const write = useWrite('create-draft')
  const draft = write.data?.data
  const saveMarkdown = (text: string) =>
    saveFile(new Blob([text], { type: 'text/markdown' }), draft ? 'draft.md' : 'brief.md')
  return (
    <Dialog title={draft ? 'Draft' : 'Brief'} isOpen onClose={onClose}>
      <Loaded query={query}>
        {({ data: { markdown, draft_model } }) => (
          <>
            <div className="flex gap-2">
              <Button label="Download" onClick={() => saveMarkdown(draft?.markdown ?? markdown)} />
              {mayDraft && draft_model !== null && (
                <WriteButton
                  label={write.isPending ? 'Writing…' : 'Write draft'}
                  title={`Written by ${draft_model}, and not stored`}
                  write={write}
                  input={{ opportunity_id: opportunity.id }}
                />
              )}
            </div>
            <ProblemNote problem={write.error} />
            {draft ? (
              <Sentences rows={draft.sentences} />
            ) : (
              <pre className="text-sm wrap-anywhere whitespace-pre-wrap">
                <bdi>{markdown}</bdi>
              </pre>
            )}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

/** The sentences of a draft, each with its passage or marked as unbacked. */
const Sentences = ({ rows }: { rows: DataOf<'create-draft'>['sentences'] }) => (
  <ul className="space-y-2">
    {rows.map(({ text, heading, passage }, index) => (
      <li key={`${index} ${text}`} className="wrap-anywhere">
        {heading !== rows[index - 1]?.heading && (
          <h3 className="mb-1 font-semibold">
            <bdi>{heading}</bdi>
          </h3>
        )}
        <bdi>{text}</bdi>{' '}
        {passage === null ? (
          <Tag tone="warn">Unbacked</Tag>
        ) : (
          <span className="text-sm text-muted">
            <bdi>{passage.document_title}</bdi>, passage {passage.chunk + 1}
          </span>
        )}
      </li>
    ))}
  </ul>
)

function Assign({ row: { id, owner_id, due_on }, version }: DetailProps) {
  const me = useMe()
  const owners = useOwners()
  return (
    <OperationForm
      operation="update-opportunity"
      version={version}
      ids={{ opportunity_id: id }}
      initial={{ owner_id, due_on }}
      fields={{ owner_id: { options: [{ value: '', name: 'No owner' }, ...rowOptions(owners)] } }}
      button="main"
    >
      {({ edit, values }) =>
        owners.some((owner) => owner.id === me?.id && owner.id !== values.owner_id) && (
          <Button kind="quiet" label="Assign to me" onClick={() => edit.set({ owner_id: me?.id ?? '' })} />
        )
      }
    </OperationForm>
  )
}

function Comments({ of }: { of: { opportunity_id: string } }) {
  const query = useReadAll('list-opportunity-comments', of)
  return (
    <>
      {usePermission()('create-opportunity-comment') && (
        <OperationForm operation="create-opportunity-comment" ids={of} initial={{ text: '' }} button="plain" />
      )}
      <Loaded query={query}>
        {({ data }) => (
          <RowList label="Comments" rows={data} most={20} empty={<p className="text-muted">No comments yet</p>}>
            {({ id, author_name, created_at, text }) => (
              <li key={id} className="py-2">
                <p className="text-sm text-muted">
                  <bdi>{author_name ?? 'Operator'}</bdi> · <Clock at={created_at} />
                </p>
                <bdi className="whitespace-pre-wrap">{text}</bdi>
              </li>
            )}
          </RowList>
        )}
      </Loaded>
    </>
  )
}
