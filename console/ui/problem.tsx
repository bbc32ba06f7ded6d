import type { Problem } from '../api/client.ts'
import { explain } from '../copy/problems.ts'
import { Button } from './button.tsx'

interface ProblemNoteProps {
  /** Null renders nothing. */
  problem: Problem | null
  onRetry?: () => void
}

/** An error with its cause, the next step and the request id for the operator. */
export function ProblemNote({ problem, onRetry }: ProblemNoteProps) {
  if (problem === null) return null
  const { title, detail } = explain(problem)
  return (
    <div role="alert" className="rounded-lg bg-down-soft px-4 py-3 text-down">
      <p className="font-semibold">{title}</p>
      <p className="text-sm">{detail}</p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        {onRetry !== undefined && (
          <Button kind="quiet" onClick={onRetry}>
            Try again
          </Button>
        )}
        {problem.requestId !== undefined && problem.status >= 500 && (
          <span className="text-xs">Request {problem.requestId}</span>
        )}
      </div>
    </div>
  )
}
