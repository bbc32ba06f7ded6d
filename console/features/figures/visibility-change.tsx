import { type ChangeRow, testedChange } from '../../copy/intervals.ts'
import { DeltaChip } from '../../ui/delta-chip.tsx'

interface VisibilityChangeProps {
  /** Undefined if the page does not compare. */
  row: ChangeRow | undefined
  isOwn?: boolean
}

export const VisibilityChange = ({ row, isOwn = true }: VisibilityChangeProps) => (
  <DeltaChip tested={row && testedChange(row, 'visibility_pct')} isOwn={isOwn} isCell />
)
