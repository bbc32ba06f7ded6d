import { Link, useRouter } from '@tanstack/react-router'
import { Problem } from '../api/client.ts'
import { buttonClass } from '../ui/button.tsx'
import { ProblemNote } from '../ui/problem.tsx'

/** A page that could not be shown; the frame around it stands. */
export function RouteProblem({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter()
  const problem =
    error instanceof Problem
      ? error
      : new Problem('internal_error', 'The page itself failed. Reload it.', 500)
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <main className="mx-auto max-w-2xl p-6">
      <h1 className="mb-4">This page cannot be shown</h1>
      <ProblemNote problem={problem} onRetry={retry} />
      <p className="mt-4">
        <Link to="/" className={buttonClass('quiet')}>
          To the first page
        </Link>
      </p>
    </main>
  )
}

export function NotFound() {
  return (
    <main className="mx-auto max-w-2xl p-10 text-center">
      <h1>There is no such page</h1>
      <p className="mt-2 text-muted">The address may be old, or mistyped.</p>
      <p className="mt-4">
        <Link to="/" className={buttonClass('main')}>
          To the first page
        </Link>
      </p>
    </main>
  )
}
