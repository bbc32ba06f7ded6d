import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Shown } from '../../api/client.ts'
import { read } from '../../api/queries.ts'
import { count, dollars, score } from '../../format/numbers.ts'
import { clockTime, readersZone, utcTime } from '../../format/times.ts'
import { Page } from '../../frame/page.tsx'
import { useBrand, useColours } from '../../frame/use-brand.ts'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { engineName, marketName } from '../../words/engines.ts'
import { piecesOf, toUnits } from './marked-text.ts'

type Answer = Shown<'get-execution'>['data']

/** One answer, as the engine gave it: text alone, with names marked and sources where they stand. */
export function AnswerPage() {
  const { executionId } = useParams({ from: '/signed-in/$workspaceId/$brandId/answers/$executionId' })
  const { workspaceId, brandId } = useBrand()
  const query = useQuery(read(workspaceId, 'get-execution', { brand_id: brandId, execution_id: executionId }))
  const answer = query.data?.data
  return (
    <Page
      title={answer?.prompt ?? 'Answer'}
      about={
        answer && (
          <>
            {engineName(answer.engine)} · {marketName(answer.country)} ·{' '}
            <time dateTime={answer.executed_at} title={utcTime(answer.executed_at)}>
              {clockTime(answer.executed_at, readersZone())}
            </time>
            {answer.model !== null && ` · ${answer.model}`}
            {answer.cost_usd !== null && ` · ${dollars(answer.cost_usd)}`}
          </>
        )
      }
      filters={
        <Link
          to="/$workspaceId/$brandId/answers"
          params={{ workspaceId, brandId }}
          search={true as never}
          className="text-sm text-accent hover:underline"
        >
          ← All answers
        </Link>
      }
    >
      <Loaded query={query} lines={12}>
        {({ data }) => (
          <div className="grid gap-5 lg:grid-cols-[1fr_20rem]">
            <Panel title="Answer">
              <AnswerText answer={data} />
            </Panel>
            <div className="space-y-5">
              <Mentions answer={data} />
              <Sources answer={data} />
              <Queries answer={data} />
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function AnswerText({ answer }: { answer: Answer }) {
  const { workspaceId, brandId } = useBrand()
  const colour = useColours(workspaceId, brandId)
  if (answer.answer === null)
    return (
      <Empty title={answer.outcome === 'none_shown' ? 'The engine showed no answer' : 'There is no answer'}>
        {answer.reason}
      </Empty>
    )
  const lengths = new Map(answer.mentions.map(({ entity_id, name }) => [entity_id, name.length]))
  const text = answer.answer
  const marks = answer.mentions.flatMap(({ entity_id, offsets }) =>
    toUnits(text, offsets).map((start) => ({
      start,
      end: start + (lengths.get(entity_id) ?? 0),
      entityId: entity_id,
    })),
  )
  const sources = answer.citations.flatMap(({ position, end }) =>
    end === null ? [] : [{ number: position, end }],
  )
  return (
    <div className="max-w-prose leading-relaxed break-words whitespace-pre-wrap" dir="auto">
      {piecesOf(text, marks, sources).map((piece) => (
        <span key={piece.start}>
          {piece.entityId === undefined ? (
            piece.text
          ) : (
            <mark
              className="rounded-sm bg-transparent font-semibold"
              style={{
                color: colour(piece.entityId),
                boxShadow: `inset 0 -2px 0 ${colour(piece.entityId)}`,
              }}
            >
              {piece.text}
            </mark>
          )}
          {piece.sources.map((number) => (
            <a key={number} href={`#source-${number}`} className="ml-0.5 align-super text-xs text-accent">
              {number}
            </a>
          ))}
        </span>
      ))}
      {answer.truncated && <p className="mt-3 text-sm text-warn">The engine cut this answer off.</p>}
      {answer.refused && <p className="mt-3 text-sm text-warn">The engine refused to answer.</p>}
    </div>
  )
}

function Mentions({ answer }: { answer: Answer }) {
  const { workspaceId, brandId } = useBrand()
  const colour = useColours(workspaceId, brandId)
  return (
    <Panel title="Named" about={answer.brand_mentioned ? undefined : 'the brand is not'}>
      {answer.mentions.length === 0 ? (
        <p className="text-sm text-muted">Nobody who is followed.</p>
      ) : (
        <ol className="space-y-1">
          {[...answer.mentions]
            .sort((a, b) => a.rank - b.rank)
            .map((mention) => (
              <li key={mention.entity_id} className="flex items-baseline justify-between gap-3">
                <span
                  className={`truncate ${mention.is_our_brand ? 'font-semibold' : ''}`}
                  style={{ color: colour(mention.entity_id) }}
                >
                  {mention.rank}. {mention.name}
                </span>
                <span className="text-sm whitespace-nowrap text-muted">
                  {count(mention.count)}×
                  {mention.sentiment_score !== null && ` · tone ${score(mention.sentiment_score)}`}
                </span>
              </li>
            ))}
        </ol>
      )}
    </Panel>
  )
}

function Sources({ answer }: { answer: Answer }) {
  return (
    <Panel
      title="Sources"
      about={`${answer.citations.length} cited, ${answer.consulted.length} only consulted`}
    >
      <ol className="space-y-2">
        {answer.citations.map((citation) => (
          <li key={citation.position} id={`source-${citation.position}`} className="scroll-mt-20">
            <SourceLink {...citation} />
          </li>
        ))}
      </ol>
      {answer.consulted.length > 0 && (
        <details className="mt-3">
          <summary className="text-sm text-muted">Consulted, not cited</summary>
          <ol className="mt-2 space-y-2">
            {answer.consulted.map((citation) => (
              <li key={citation.url}>
                <SourceLink {...citation} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </Panel>
  )
}

function SourceLink({ position, url, domain, title, owner }: Answer['citations'][number]) {
  return (
    <>
      <span className="text-sm text-muted">{position}.</span>{' '}
      <OutsideLink url={url} domain={domain} title={title} />
      {owner.type !== 'other' && (
        <span className={`text-sm ${owner.type === 'brand' ? 'text-accent' : 'text-muted'}`}>
          {owner.type === 'brand' ? 'yours' : (owner.name ?? 'a competitor')}
        </span>
      )}
    </>
  )
}

function Queries({ answer }: { answer: Answer }) {
  if (answer.search_queries.length === 0) return null
  return (
    <Panel title="Searched for">
      <ul className="space-y-1 text-sm">
        {answer.search_queries.map((query) => (
          <li key={query}>
            <bdi>{query}</bdi>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
