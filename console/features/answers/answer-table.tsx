import type { ResponseOf } from '../../api/client.ts'
import { engineName, marketName } from '../../copy/engines.ts'
import { firstOf, score } from '../../format/numbers.ts'
import { BrandLink, useFilters } from '../../frame/brand.tsx'
import { Ago } from '../../ui/time.tsx'

type Answer = ResponseOf<'list-executions'>['data'][number]

/**
 * Answers as linked rows.
 * @param prompt set on a prompt’s page: previous and next then stay within its answers
 */
export function AnswerTable({ answers, prompt }: { answers: readonly Answer[]; prompt?: string }) {
  const { search } = useFilters()
  return (
    <ul className="divide-y divide-line">
      {answers.map((answer) => (
        <li key={answer.id}>
          <BrandLink
            to={`answers/${answer.id}`}
            search={{ ...search, ...(prompt === undefined ? {} : { prompt }) }}
            className={`grid gap-x-5 gap-y-0.5 rounded-md px-2 py-2.5 hover:bg-sunken ${prompt === undefined ? 'sm:grid-cols-[1fr_9rem_11rem_6rem]' : 'sm:grid-cols-[1fr_1.3fr_6rem]'}`}
          >
            {prompt === undefined && (
              <span className="line-clamp-2 min-w-0">{answer.prompt ?? 'Deleted prompt'}</span>
            )}
            <span className={prompt === undefined ? 'text-sm text-muted' : ''}>
              {engineName(answer.engine)} · {marketName(answer.country)}
            </span>
            <Named answer={answer} />
            <span className="text-sm text-muted">
              <Ago at={answer.executed_at} />
            </span>
          </BrandLink>
        </li>
      ))}
    </ul>
  )
}

function Named({ answer }: { answer: Answer }) {
  if (answer.outcome === 'none_shown') return <span className="text-sm text-muted">No answer shown</span>
  if (answer.outcome !== 'answered') return <span className="text-sm text-down">{answer.outcome}</span>
  if (!answer.brand_mentioned)
    return (
      <span className="text-sm text-muted">
        Not mentioned
        {answer.mentioned_competitors.length > 0 && `; ${firstOf(answer.mentioned_competitors, 2)}`}
      </span>
    )
  return (
    <span className="text-sm text-accent">
      Position {answer.brand_rank}
      {answer.brand_sentiment_score !== null && (
        <span className="text-muted"> · Sentiment {score(answer.brand_sentiment_score)}</span>
      )}
    </span>
  )
}
