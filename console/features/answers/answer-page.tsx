import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import { engineName, marketName } from '../../copy/engines.ts'
import { count } from '../../format/numbers.ts'
import { clockTime, readersZone } from '../../format/times.ts'
import { BackLink, BrandLink, useBrand, useFilters } from '../../frame/brand.tsx'
import { Page } from '../../frame/page.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { useParam } from '../../search/use-param.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { inputClass } from '../../ui/field.tsx'
import { Empty, Loaded, Panel } from '../../ui/panel.tsx'
import { Clock } from '../../ui/time.tsx'
import { answerFilters, listSearch, withoutReading } from './answer-search.ts'
import { Details, Queries, Sources, WhyNotNamed } from './answer-side.tsx'
import { type Answer, AnswerText } from './answer-text.tsx'
import { Mentions } from './mentions.tsx'

/** One answer as plain text, with mentions highlighted and citations numbered inline. */
export function AnswerPage() {
  const { executionId } = useParams({ from: '/signed-in/$workspaceId/$brandId/answers/$executionId' })
  const { search } = useFilters()
  const query = useRead('get-execution', { execution_id: executionId })
  const answer = query.data?.data
  return (
    <Page
      title={answer?.prompt ?? 'Answer'}
      about={answer && <Origin answer={answer} search={listSearch(search)} />}
      filters={
        <div className="flex flex-wrap items-center justify-between gap-3">
          <BackLink to="answers" search={listSearch(search)}>
            ← All answers
          </BackLink>
          <AdjacentAnswers executionId={executionId} />
        </div>
      }
    >
      <Loaded query={query} lines={12}>
        {({ data }) =>
          search.beside === undefined ? <SingleAnswer answer={data} /> : <AnswerComparison answer={data} />
        }
      </Loaded>
    </Page>
  )
}

const Origin = ({ answer, search }: { answer: Answer; search: object }) => (
  <>
    {engineName(answer.engine)} · {marketName(answer.country)} · <Clock at={answer.executed_at} />
    {answer.prompt_id !== null && (
      <>
        {' · '}
        <BrandLink to={`prompts/${answer.prompt_id}`} search={search} className="text-accent underline">
          Prompt history
        </BrandLink>
      </>
    )}
  </>
)

function SingleAnswer({ answer }: { answer: Answer }) {
  return (
    <div className="grid gap-5 lg:grid-cols-[1fr_20rem]">
      <div className="min-w-0 space-y-5">
        <Panel title="Answer" actions={<DisplayOptions answer={answer} />}>
          <Text answer={answer} />
        </Panel>
        <RawBody key={answer.id} executionId={answer.id} />
      </div>
      <div className="min-w-0 space-y-5">
        <WhyNotNamed answer={answer} />
        <Mentions answer={answer} />
        <Sources answer={answer} />
        <Details answer={answer} />
        <Queries answer={answer} />
      </div>
    </div>
  )
}

/** Two answers to the same prompt, each with its mentions, sources and details. */
function AnswerComparison({ answer }: { answer: Answer }) {
  const { search } = useFilters()
  const query = useRead('get-execution', { execution_id: search.beside ?? '' })
  return (
    <div className="space-y-5">
      <Panel title="Side by side" actions={<DisplayOptions answer={answer} />}>
        <p className="text-sm text-muted">Mentions and sources are below each answer.</p>
      </Panel>
      <div className="grid gap-5 lg:grid-cols-2">
        <AnswerColumn answer={answer} sourceIds="source" />
        <Loaded query={query} lines={12}>
          {({ data }) => <AnswerColumn answer={data} sourceIds="other-source" />}
        </Loaded>
      </div>
    </div>
  )
}

const AnswerColumn = ({ answer, sourceIds }: { answer: Answer; sourceIds: string }) => (
  <div className="min-w-0 space-y-5">
    <Panel
      title={engineName(answer.engine)}
      about={`${marketName(answer.country)}, ${clockTime(answer.executed_at, readersZone())}`}
    >
      <Text answer={answer} sourceIds={sourceIds} />
    </Panel>
    <Mentions answer={answer} />
    <Sources answer={answer} sourceIds={sourceIds} />
    <Details answer={answer} />
  </div>
)

function Text({ answer, sourceIds = 'source' }: { answer: Answer; sourceIds?: string }) {
  const { search } = useFilters()
  const shown = new Set(search.show?.split(','))
  return <AnswerText {...{ answer, sourceIds }} withTone={shown.has('tone')} asItCame={shown.has('marks')} />
}

const displayOptions = {
  tone: { name: 'Sentiment', about: 'Underline sentences with sentiment; negative ones are dashed' },
  marks: { name: 'Raw', about: 'Show the Markdown source' },
} as const

/** Display options, stored in the URL. */
function DisplayOptions({ answer }: { answer: Answer }) {
  const [show, setShow] = useParam('show')
  const shown = new Set(show?.split(',') ?? [])
  const toggle = (option: string) => setShow([...shown.symmetricDifference(new Set([option]))].join(','))
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <CompareAnswerPicker answer={answer} />
      {(Object.keys(displayOptions) as (keyof typeof displayOptions)[]).map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={shown.has(option)}
          title={displayOptions[option].about}
          className="rounded-md px-2.5 py-1 text-sm text-accent hover:bg-accent-soft aria-pressed:bg-accent-soft aria-pressed:font-semibold"
          onClick={() => toggle(option)}
        >
          {displayOptions[option].name}
        </button>
      ))}
    </div>
  )
}

function RawBody({ executionId }: { executionId: string }) {
  const mayRead = usePermission()('get-raw-response')
  const [isOpen, setOpen] = useState(false)
  const query = useRead('get-raw-response', { execution_id: executionId }, { enabled: isOpen && mayRead })
  return (
    <Panel
      title="Raw response"
      about={mayRead ? 'as the provider sent it' : 'only editors can see this'}
      actions={
        <Button
          label={isOpen ? 'Hide' : 'Show'}
          kind="quiet"
          disabled={!mayRead}
          title={mayRead ? undefined : 'Only editors can see raw responses.'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      }
    >
      {isOpen && (
        <Loaded
          query={query}
          lines={6}
          missing={
            <Empty title="Raw response not stored">
              The provider sent none, or its retention period has ended.
            </Empty>
          }
        >
          {({ data: { format, body, length } }) => (
            <>
              <p className="mb-2 text-sm text-muted">
                {format} · {count(length)} characters
                {body.length < length && `, first ${count(body.length)} shown`}
              </p>
              <pre
                // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
                tabIndex={0}
                className="max-h-96 overflow-auto rounded-md bg-sunken p-3 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]"
              >
                {body}
              </pre>
            </>
          )}
        </Loaded>
      )}
    </Panel>
  )
}

/** Selects another answer to the same prompt to compare with. */
function CompareAnswerPicker({ answer }: { answer: Answer }) {
  const { start_date, end_date } = useFilters().input
  const [beside, setBeside] = useParam('beside')
  const id = useId()
  const query = useRead(
    'list-executions',
    { start_date, end_date, prompt_id: [answer.prompt_id ?? ''], limit: 100 },
    { enabled: answer.prompt_id !== null },
  )
  const others = query.data?.data.filter((other) => other.id !== answer.id) ?? []
  if (others.length === 0 && beside === undefined) return null
  return (
    <span className="flex min-w-0 items-center gap-2">
      <label htmlFor={id} className="text-sm whitespace-nowrap text-muted">
        Compare with
      </label>
      <select
        id={id}
        className={`${inputClass} max-w-72 py-1 text-sm`}
        value={beside ?? ''}
        onChange={(event) => setBeside(event.target.value)}
      >
        <option value="">None</option>
        {others.map((other) => (
          <option key={other.id} value={other.id}>
            {engineName(other.engine)}, {marketName(other.country)},{' '}
            {clockTime(other.executed_at, readersZone())}
          </option>
        ))}
        {query.data?.pagination?.next_cursor && (
          <option disabled>Newest 100 shown; choose a shorter period for others</option>
        )}
        {beside !== undefined && others.every((other) => other.id !== beside) && (
          <option value={beside}>current comparison</option>
        )}
      </select>
    </span>
  )
}

/** Links to the previous and next answer in the list, also with the arrow keys. */
function AdjacentAnswers({ executionId }: { executionId: string }) {
  const { workspaceId, brandId } = useBrand()
  const { input, search } = useFilters()
  const navigate = useNavigate()
  const { data, isPlaceholderData } = useRead('get-execution-neighbours', {
    execution_id: executionId,
    ...answerFilters(input, search),
  })
  // Ignore the neighbors of the previous answer.
  const { newer = null, older = null } = isPlaceholderData ? {} : (data?.data ?? {})
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isTyping(event.target)) return
      const id = event.key === 'ArrowLeft' ? newer : event.key === 'ArrowRight' ? older : null
      if (id === null) return
      event.preventDefault()
      void navigate({
        to: '/$workspaceId/$brandId/answers/$executionId',
        params: { workspaceId, brandId, executionId: id },
        search: withoutReading(search) as never,
      })
    }
    addEventListener('keydown', follow)
    return () => removeEventListener('keydown', follow)
  }, [newer, older, navigate, search, workspaceId, brandId])
  const step = (id: string | null, name: string, text: string) =>
    id === null ? (
      <span aria-disabled="true" className={`${buttonClass('plain')} opacity-50`}>
        {text}
      </span>
    ) : (
      <BrandLink
        to={`answers/${id}`}
        search={withoutReading(search)}
        aria-label={name}
        title={`${name} (arrow key)`}
        className={buttonClass('plain')}
      >
        {text}
      </BrandLink>
    )
  return (
    <nav aria-label="Adjacent answers" className="flex gap-2">
      {step(newer, 'Newer answer', '← Newer')}
      {step(older, 'Older answer', 'Older →')}
    </nav>
  )
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT|PRE)$/.test(target.tagName))
