import type { ReactNode } from 'react'
import { Panel } from '../../ui/panel.tsx'

interface ExpectProps {
  rows: Readonly<Record<string, ReactNode>>
  children: ReactNode
}

/** Figures that a user confirms with the button below them. */
export const Expect = ({ rows, children }: ExpectProps) => (
  <Panel title="What to expect">
    <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1.5">
      {Object.entries(rows).map(([name, figure]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="text-right font-medium tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
    <div className="mt-3 space-y-3 text-sm text-muted">{children}</div>
  </Panel>
)
