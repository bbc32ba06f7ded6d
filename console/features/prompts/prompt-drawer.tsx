import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { type KeyboardEvent, useState } from 'react'
import { type Given, type RowOf, useRead, useReadAll } from '../../api/hooks.ts'
import { today } from '../../format/days.ts'
import { count, countOf, percent } from '../../format/numbers.ts'
import { PanelLink, useFilters } from '../../frame/brand.tsx'
import { sharedFilters } from '../../search/filters.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { ListPanel, listOf } from '../../ui/list-panel.tsx'
import { Empty, Loaded, LoadedPanel } from '../../ui/panel.tsx'
import { type Column, numberColumn } from '../../ui/table.tsx'
import { MarketTag } from '../../ui/tiles.tsx'
import { useOpen } from '../../ui/use-open.ts'
import { AnswerTable } from '../answers/answer-table.tsx'
import { siteColumn } from '../cited-sources/site-owner.tsx'
import { Brief } from '../opportunities/opportunity-detail.tsx'
import { type Prompt, PromptFigures } from './prompt-figures.tsx'
import type { Prompt as Listed } from './prompt-table.tsx'

/** One prompt over the table. The arrow keys step through the table's rows. */
export function PromptDrawer({ rows }: { rows: readonly Listed[] }) {
  const { value: opened, open } = useOpen('open')
  // Kept while the drawer closes, so that the focus returns to its row.
  const [id, setId] = useState(opened)
  if (opened !== undefined && opened !== id) setId(opened)
  const place = rows.findIndex((row) => row.id === id)
  const step = (by: 1 | -1, name: string, Icon: typeof ChevronUp) => {
    const next = place < 0 ? undefined : rows[place + by]
    return (
      <Button
        kind="quiet"
        className="px-1.5!"
        aria-label={name}
        title={`${name} (arrow key)`}
        aria-keyshortcuts={by > 0 ? 'ArrowDown' : 'ArrowUp'}
        disabled={next === undefined}
        onClick={() => next && open(next.id)}
      >
        <Icon aria-hidden="true" />
      </Button>
    )
  }
  const onKeyDown = ({ key, target, currentTarget, defaultPrevented }: KeyboardEvent) => {
    // Events of menus and dialogs that the drawer opens arrive here too.
    if (!defaultPrevented && currentTarget.contains(target as Node))
      currentTarget.querySelector<HTMLElement>(`[aria-keyshortcuts=${CSS.escape(key)}]`)?.click()
  }
  if (id === undefined) return null
  return (
    <Drawer
      param="open"
      value={id}
      title={place < 0 ? 'Prompt' : `Prompt ${count(place + 1)} of ${count(rows.length)}`}
      actions={
        <>
          {step(-1, 'Previous prompt', ChevronUp)}
          {step(1, 'Next prompt', ChevronDown)}
        </>
      }
      onKeyDown={onKeyDown}
    >
      <PromptDetails key={id} id={id} listed={rows[place]} />
    </Drawer>
  )
}

function PromptDetails({ id, listed }: { id: string; listed: Listed | undefined }) {
  const { start_date, end_date, engine, country } = useFilters().input
  const filters = { start_date, end_date, engine, country }
  const query = useRead('get-prompt', { prompt_id: id, ...filters })
  return (
    <Loaded query={query} lines={16}>
      {({ data }) => (
        <div className="space-y-4">
          <About prompt={data} />
          <PromptFigures prompt={data} comparison={listed?.comparison} />
          <LatestAnswers promptId={id} filters={filters} />
          <Sites promptId={id} filters={filters} />
        </div>
      )}
    </Loaded>
  )
}

function About({ prompt }: { prompt: Prompt }) {
  const { id, text, topic, tags, countries, is_active: isActive, executions } = prompt
  const { close } = useOpen('open')
  return (
    <div>
      <h3 className="text-xl leading-[25px] font-bold tracking-[-0.014em]">
        <bdi>{text}</bdi>
      </h3>
      <p className="mt-2 flex flex-wrap items-center gap-2 text-sm text-muted">
        <bdi>{[topic, ...tags].map(({ name }) => name).join(' · ')}</bdi>
        {countries.map((one) => (
          <MarketTag key={one} country={one} />
        ))}
        {countOf(executions, 'answer')}
        {!isActive && <span className="text-warn">Paused</span>}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <BriefButton prompt={prompt} />
        <ActionButton
          label={isActive ? 'Pause' : 'Activate'}
          operation="update-prompt"
          input={{ prompt_id: id, is_active: !isActive }}
        />
        <ConfirmButton kind="quiet" operation="delete-prompt" input={{ prompt_id: id }} onDone={close}>
          <p>“{text}”</p>
          <InExperiments id={id} />
        </ConfirmButton>
      </div>
    </div>
  )
}

/** Experiments that would lose the prompt. */
function InExperiments({ id }: { id: string }) {
  const since = today(new Date())
  const running = useReadAll('list-experiments').data?.data.filter(
    (one) => one.ended_on >= since && [...one.treated_prompt_ids, ...one.control_prompt_ids].includes(id),
  )
  return running?.map(({ id, name }) => (
    <p key={id} className="text-warn">
      The experiment <bdi>“{name}”</bdi> continues without it, and its checks will name it.
    </p>
  ))
}

function BriefButton({ prompt: { id, topic } }: { prompt: Prompt }) {
  const { data } = useRead('list-opportunities', {
    state: ['open'],
    topic_id: [topic.id],
    sort: 'priority',
    limit: 100,
  })
  const opportunity = data?.data.find(
    ({ kind, evidence }) =>
      kind === 'competitor_leads_topic' || ('prompts' in evidence && evidence.prompts?.some((one) => one.id === id)),
  )
  return opportunity && <DialogButton label="Create brief" dialog={Brief} given={{ opportunity }} />
}

interface OfPrompt {
  promptId: string
  filters: Pick<Given<'get-prompt'>, 'start_date' | 'end_date' | 'engine' | 'country'>
}

function LatestAnswers({ promptId, filters }: OfPrompt) {
  const query = useRead('list-executions', {
    prompt_id: [promptId],
    ...filters,
    limit: 5,
  })
  const { topic: _topic, tag: _tag, ...kept } = sharedFilters(useFilters().search)
  const search = { ...kept, prompt: promptId }
  const all = (
    <PanelLink to="answers" search={search}>
      All {count(query.data?.meta.total)}
    </PanelLink>
  )
  return (
    <LoadedPanel query={query} title="Latest answers" isFlush actions={all}>
      {({ data }) => <AnswerTable answers={data} search={search} isOfPrompt />}
    </LoadedPanel>
  )
}

const Sites = ({ promptId, filters }: OfPrompt) => (
  <ListPanel
    title="Top sources"
    label="Cited sites"
    about="by share of answers that cite them"
    list={listOf(useReadAll('list-cited-domains', { prompt_id: [promptId], ...filters }))}
    columns={siteColumns}
    most={8}
    isDense
    empty={<Empty title="No citations" />}
  />
)

const siteColumns: readonly Column<RowOf<'list-cited-domains'>>[] = [
  siteColumn(),
  numberColumn('Cited in', (row) => percent(row.share_of_answers_pct)),
]
