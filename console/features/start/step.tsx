import type { ReactNode } from 'react'
import type { OperationName } from '../../api/client.ts'
import { routes } from '../../api/operations.gen.ts'
import { usePermission } from '../../frame/use-permission.ts'

export interface StepProps {
  step: number
  isDone: boolean | undefined
  /** Whether this is the first open step; it is highlighted. */
  isNext: boolean
}

interface StepContent extends StepProps {
  title: string
  about: ReactNode
  /** The operation of the action. Names who can do it if the user’s role does not allow it. */
  to?: OperationName
  action?: (look: { kind: 'main' | 'plain'; isHidden: boolean }) => ReactNode
  children?: ReactNode
}

/** One onboarding step, with a summary once it is done. */
export function Step({ step, isDone, isNext, title, about, to, action, children }: StepContent) {
  const may = usePermission()
  const isHidden = to !== undefined && !may(to)
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
        <div className="mt-3">
          {action?.({ kind: isNext ? 'main' : 'plain', isHidden })}
          {isHidden && (
            <p className="text-sm text-muted">Your role is read-only. Ask an {routes[to].role} of this workspace.</p>
          )}
          {children}
        </div>
      </div>
    </li>
  )
}
