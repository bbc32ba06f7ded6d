import { useNavigate } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { useEffect, useId } from 'react'
import { useRead } from '../../api/hooks.ts'
import { engineName, marketName } from '../../copy/engines.ts'
import { clockTime, readersZone } from '../../format/times.ts'
import { BrandLink, useBrand, useFilters } from '../../frame/brand.tsx'
import { sharedFilters } from '../../search/filters.ts'
import { useParam } from '../../search/use-param.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { inputClass } from '../../ui/field.tsx'
import { Loaded } from '../../ui/panel.tsx'
import { EngineTile, MarketTag } from '../../ui/tiles.tsx'
import { Clock } from '../../ui/time.tsx'
import { answerFilters, withoutReading } from './answer-search.ts'
import { Details, Queries, RawResponse, Sources, WhyNotNamed } from './answer-side.tsx'
import { Position } from './answer-table.tsx'
import { type Answer, AnswerText } from './answer-text.tsx'
import { Mentions } from './mentions.tsx'

/** One answer as plain text, with mentions highlighted and citations numbered inline. */
export function ReadingView({ executionId }: { executionId: string }) {
  const { search } = useFilters()
  const query = useRead('get-execution', { execution_id: executionId })
  return (
    <Loaded query={query} lines={12}>
      {({ data }) =>
        search.beside === undefined ? <SingleAnswer answer={data} /> : <AnswerComparison answer={data} />
      }
    </Loaded>
  )
}

function SingleAnswer({ answer }: { answer: Answer }) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_296px]">
      <div className="min-w-0 space-y-4">
        <AnswerCard answer={answer} />
        <RawResponse key={answer.id} executionId={answer.id} />
      </div>
      <div className="min-w-0 space-y-4">
        <WhyNotNamed answer={answer} />
        <Mentions answer={answer} />
        <Sources answer={answer} />
        <Queries answer={answer} />
        <Details answer={answer} />
      </div>
    </div>
  )
}

function AnswerComparison({ answer }: { answer: Answer }) {
  const { search } = useFilters()
  const query = useRead('get-execution', { execution_id: search.beside ?? '' })
  const side = (one: Answer, sourceIds: string) => (
    <div className="min-w-0 space-y-4">
      <AnswerCard answer={one} sourceIds={sourceIds} />
      <Mentions answer={one} />
      <Sources answer={one} sourceIds={sourceIds} />
      <Details answer={one} />
    </div>
  )
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      {side(answer, 'source')}
      <Loaded query={query} lines={12}>
        {({ data }) => side(data, 'other-source')}
      </Loaded>
    </div>
  )
}

function AnswerCard({ answer, sourceIds = 'source' }: { answer: Answer; sourceIds?: string }) {
  const { search } = useFilters()
  // The answer that it is compared with has no controls.
  const isMain = sourceIds === 'source'
  const options = new Set(search.show?.split(','))
  return (
    <article className="rounded-lg border border-line bg-panel px-4 pt-3 pb-5 md:px-6">
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <EngineTile engine={answer.engine} />
        <span className="font-medium">{engineName(answer.engine)}</span>
        <MarketTag country={answer.country} />
        <Clock at={answer.executed_at} className="text-sm whitespace-nowrap text-muted" />
        {isMain && (
          <span className="ml-auto flex items-center gap-2">
            <DisplayOptions />
            <AdjacentAnswers executionId={answer.id} />
          </span>
        )}
      </div>
      <h2 className="mt-2 text-xl! leading-[27px]!">
        <bdi>{answer.prompt ?? 'Deleted prompt'}</bdi>
      </h2>
      <div className="mt-2 mb-3.5 flex flex-wrap items-center gap-2 text-sm">
        <Position answer={answer} />
        {answer.prompt_id !== null && (
          <BrandLink to={`prompts/${answer.prompt_id}`} search={sharedFilters(search)}>
            Prompt history
          </BrandLink>
        )}
        {isMain && <CompareAnswerPicker answer={answer} />}
      </div>
      <AnswerText {...{ answer, sourceIds }} withTone={options.has('tone')} asItCame={options.has('marks')} />
    </article>
  )
}

const displayOptions = { tone: 'Sentiment', marks: 'Raw' } as const
const displayTitles = {
  tone: 'Underline sentences with sentiment; negative ones are dashed',
  marks: 'Show the Markdown source',
} as const

function DisplayOptions() {
  const [show, setShow] = useParam('show')
  const shown = new Set(show?.split(',') ?? [])
  const toggle = (option: string) => setShow([...shown.symmetricDifference(new Set([option]))].join(','))
  return <Choice label="Show" options={displayOptions} titles={displayTitles} chosen={[...shown]} onChoose={toggle} />
}

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
            {engineName(other.engine)}, {marketName(other.country)}, {clockTime(other.executed_at, readersZone())}
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

/** Links to the previous and next answer in the list, also with the arrow keys, J and K. */
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
      const id = { ArrowLeft: newer, k: newer, ArrowRight: older, j: older }[event.key] ?? null
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
  const step = (id: string | null, name: string, keys: string, Icon: typeof ChevronUp) => {
    const look = {
      className: `${buttonClass('quiet')} px-1.5! aria-disabled:opacity-50`,
      children: <Icon aria-hidden="true" />,
    }
    if (id === null) return <span aria-disabled="true" {...look} />
    const link = { to: `answers/${id}`, search: withoutReading(search), title: `${name} (${keys})` }
    return <BrandLink {...link} {...look} aria-label={name} />
  }
  return (
    <nav aria-label="Adjacent answers" className="flex">
      {step(newer, 'Newer answer', 'K', ChevronUp)}
      {step(older, 'Older answer', 'J', ChevronDown)}
    </nav>
  )
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT|PRE)$/.test(target.tagName))
