import type { ReactNode } from 'react'
import { Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'

interface ExpectProps {
  rows: Readonly<Record<string, ReactNode>>
  children: ReactNode
}

/** Figures that a user confirms with the button below them. */
export const Expect = ({ rows, children }: ExpectProps) => (
  <Panel title="What to expect">
    <Facts facts={Object.entries(rows)} isNarrow />
    <div className="mt-3 space-y-3 text-sm text-muted">{children}</div>
  </Panel>
)
