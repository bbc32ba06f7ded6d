import type { ReactNode } from 'react'

export interface StepProps {
  step: number
  isDone: boolean | undefined
  /** Whether it is the first that is left: the one that the eye is led to. */
  isNext: boolean
}

/** One step of the way, with what it comes to once it is taken. */
export function Step({
  step,
  isDone,
  title,
  about,
  children,
}: Omit<StepProps, 'isNext'> & { title: string; about: ReactNode; children?: ReactNode }) {
  return (
    <li className="flex gap-4 px-5 py-4">
      <span
        aria-hidden="true"
        className={`mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-full text-sm font-semibold ${isDone ? 'bg-accent text-accent-ink' : 'border border-line-strong text-muted'}`}
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

/** Why somebody cannot take a step themselves. */
export function PermissionHint({ who }: { who: 'an editor' | 'an admin' }) {
  return <p className="text-sm text-muted">Your role reads. Ask {who} of the workspace to do this.</p>
}
