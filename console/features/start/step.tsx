import type { ReactNode } from 'react'
import type { OperationName } from '../../api/client.ts'
import { usePermission } from '../../frame/use-permission.ts'

export interface StepProps {
  step: number
  isDone: boolean | undefined
  /** Whether this is the first open step; it is highlighted. */
  isNext: boolean
}

/** One onboarding step, with a summary once it is done. */
export function Step({
  step,
  isDone,
  isNext = false,
  title,
  about,
  children,
}: Partial<StepProps> & { title: string; about: ReactNode; children?: ReactNode }) {
  return (
    <li className="flex gap-4 px-5 py-4">
      <span
        aria-hidden="true"
        className={`mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-full text-sm font-semibold ${isDone ? 'bg-up-soft text-up' : isNext ? 'bg-accent text-on-accent' : 'border border-line-strong text-muted'}`}
      >
        {isDone ? '✓' : step}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-base">
          {title}
          {isDone && <span className="sr-only"> (done)</span>}
        </h2>
        <p className="text-sm text-muted">{about}</p>
        {children !== undefined && <div className="mt-3">{children}</div>}
      </div>
    </li>
  )
}

interface AllowedProps {
  to: OperationName
  ask: 'an editor' | 'an admin'
  /** What the step offers. */
  children: (isAllowed: boolean) => ReactNode
}

/** What a step offers, and who can do it if the user's role does not allow it. */
export function Allowed({ to, ask, children }: AllowedProps) {
  const isAllowed = usePermission()(to)
  return (
    <>
      {children(isAllowed)}
      {!isAllowed && <p className="text-sm text-muted">Your role is read-only. Ask {ask} of this workspace.</p>}
    </>
  )
}
