import type { RowOf } from '../../api/hooks.ts'
import { countOf, signed } from '../../format/numbers.ts'

type Effect = Pick<RowOf<'list-opportunities'>, 'expected_effect' | 'expected_reach'>

/** “up to +6.8” points, or the answers at stake. */
export const effectOf = ({ expected_effect: effect, expected_reach: reach }: Effect) =>
  effect === null ? countOf(reach, 'answer') : `up to ${signed(effect.high, 1)}`
