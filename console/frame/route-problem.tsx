import { Link, useRouter } from '@tanstack/react-router'
import { Problem } from '../api/client.ts'
import { buttonClass } from '../ui/button.tsx'
import { ProblemNote } from '../ui/panel.tsx'

/** A page that failed to render inside the frame. */
export function RouteProblem({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter()
  const problem = error instanceof Problem ? error : new Problem('internal_error', 'The page failed. Reload it.', 500)
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <main className="mx-auto max-w-2xl p-6">
      <h1 className="mb-4">Cannot show this page</h1>
      <ProblemNote problem={problem} onRetry={retry} />
      <p className="mt-4">
        <Link to="/" className={buttonClass('quiet')}>
          Go to home page
        </Link>
      </p>
    </main>
  )
}

export function NotFound() {
  return (
    <main className="mx-auto max-w-2xl p-10 text-center">
      <h1>Page not found</h1>
      <p className="mt-2 text-muted">Check the address.</p>
      <p className="mt-4">
        <Link to="/" className={buttonClass('main')}>
          Go to home page
        </Link>
      </p>
    </main>
  )
}
