import { useRead } from '../../api/hooks.ts'
import { percent } from '../../format/numbers.ts'
import { BrandLink } from '../../frame/brand-link.tsx'
import { Button } from '../../ui/button.tsx'
import { ProblemNote } from '../../ui/panel.tsx'
import { useDecision } from '../competitors/use-decision.ts'

const shown = 6

/** Brands mentioned in answers, each with a button to track it. Renders nothing without answers. */
export function SuggestedCompetitors() {
  const decision = useDecision()
  const input = { limit: shown }
  const { data, isPlaceholderData } = useRead('list-competitor-suggestions', input)
  if (data === undefined || data.data.length === 0 || isPlaceholderData) return null
  return (
    <div className="mt-3">
      <p className="mb-2 text-sm text-muted">
        Mentioned in answers:{' '}
        <BrandLink to="competitors" search={{ tab: 'suggested' }} className="text-accent underline">
          View all
        </BrandLink>
      </p>
      <ProblemNote problem={decision.error} />
      <ul className="flex flex-wrap gap-2">
        {data.data.map(({ id, name, visibility_pct }) => (
          <li key={id}>
            <Button disabled={decision.isPending} onClick={() => decision.decide(id, 'accepted')}>
              Track <bdi>{name}</bdi>{' '}
              <span className="text-muted">mentioned in {percent(visibility_pct)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
