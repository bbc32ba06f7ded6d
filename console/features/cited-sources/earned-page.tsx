import type { ResponseOf } from '../../api/client.ts'
import { dayRange } from '../../format/days.ts'
import { count } from '../../format/numbers.ts'
import { ExternalLink } from '../../ui/external-link.tsx'

type EarnedMention = ResponseOf<'list-earned-mentions'>['data'][number]

/** A page that mentions competitors, with publisher, date, quote and the prompts that it is cited for. */
export function EarnedPage({ row }: { row: EarnedMention }) {
  const { outlet, published_at, authors, topics, quote } = row
  const day = published_at?.slice(0, 10)
  const about = [
    ...(outlet === null ? [] : [outlet]),
    ...(day === undefined ? [] : [dayRange(day, day)]),
    ...(authors.length > 0 ? [`by ${authors.join(', ')}`] : []),
    ...topics,
  ]
  return (
    <>
      <ExternalLink {...row} />
      <span className="block text-sm text-muted">
        <bdi>{about.join(' · ')}</bdi>
      </span>
      {quote !== null && (
        <blockquote className="my-1 max-w-prose border-line border-l-2 pl-3 text-sm [overflow-wrap:anywhere]">
          <bdi>{quote}</bdi>
        </blockquote>
      )}
      <CitedFor row={row} />
    </>
  )
}

function CitedFor({ row: { prompts, prompts_omitted } }: { row: EarnedMention }) {
  const [first, ...others] = prompts
  if (first === undefined) return null
  const more = others.length + prompts_omitted
  return (
    <span className="block text-sm text-muted">
      cited for “<bdi>{first.text}</bdi>”{more > 0 && ` and ${count(more)} more`}
    </span>
  )
}
