import type { ReactNode } from 'react'
import { Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Figures that a user confirms with the button below them. */
export const Expect = ({ rows, children }: { rows: Readonly<Record<string, ReactNode>>; children: ReactNode }) => (
  <Panel title="What to expect">
    <Facts facts={Object.entries(rows)} isNarrow />
    <div className="mt-3 space-y-3 text-sm text-muted">{children}</div>
  </Panel>
)
