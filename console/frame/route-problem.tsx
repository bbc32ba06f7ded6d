import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
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
    <Message title="Cannot show this page">
      <ProblemNote problem={problem} onRetry={retry} />
    </Message>
  )
}

export const NotFound = () => (
  <Message title="Page not found">
    <p className="text-muted">Check the address.</p>
  </Message>
)

const Message = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="mx-auto max-w-2xl space-y-4 p-6">
    <h1>{title}</h1>
    {children}
    <Link to="/" className={buttonClass('plain')}>
      Go to home page
    </Link>
  </main>
)
