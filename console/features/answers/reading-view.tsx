import { useRead } from '../../api/hooks.ts'
import { engineName } from '../../copy/engines.ts'
import { BrandLink, useFilters } from '../../frame/brand.tsx'
import { sharedFilters } from '../../search/filters.ts'
import { useParam } from '../../search/use-param.ts'
import { segmentClass, segmentsClass } from '../../ui/choice.tsx'
import { Loaded } from '../../ui/panel.tsx'
import { EngineTile, MarketTag } from '../../ui/tiles.tsx'
import { Clock } from '../../ui/time.tsx'
import { AdjacentAnswers } from './adjacent-answers.tsx'
import { Details, Queries, Sources, WhyNotNamed } from './answer-side.tsx'
import { Position } from './answer-table.tsx'
import { type Answer, AnswerText } from './answer-text.tsx'
import { CompareAnswerPicker } from './compare-answers.tsx'
import { Mentions } from './mentions.tsx'
import { RawResponse } from './raw-response.tsx'

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
        <AnswerCard answer={answer} isMain />
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

/** Two answers to the same prompt, each with its mentions, sources and details. */
function AnswerComparison({ answer }: { answer: Answer }) {
  const { search } = useFilters()
  const query = useRead('get-execution', { execution_id: search.beside ?? '' })
  const side = (one: Answer, sourceIds: string) => (
    <div className="min-w-0 space-y-4">
      <AnswerCard answer={one} sourceIds={sourceIds} isMain={one === answer} />
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

interface AnswerCardProps {
  answer: Answer
  sourceIds?: string
  /** Whether it has the controls. The answer that it is compared with has none. */
  isMain: boolean
}

function AnswerCard({ answer, sourceIds = 'source', isMain }: AnswerCardProps) {
  const { search } = useFilters()
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

const displayOptions = {
  tone: { name: 'Sentiment', about: 'Underline sentences with sentiment; negative ones are dashed' },
  marks: { name: 'Raw', about: 'Show the Markdown source' },
} as const

/** Display options, stored in the URL. */
function DisplayOptions() {
  const [show, setShow] = useParam('show')
  const shown = new Set(show?.split(',') ?? [])
  const toggle = (option: string) => setShow([...shown.symmetricDifference(new Set([option]))].join(','))
  return (
    <fieldset className={segmentsClass}>
      <legend className="sr-only">Show</legend>
      {(Object.keys(displayOptions) as (keyof typeof displayOptions)[]).map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={shown.has(option)}
          title={displayOptions[option].about}
          className={segmentClass}
          onClick={() => toggle(option)}
        >
          {displayOptions[option].name}
        </button>
      ))}
    </fieldset>
  )
}
