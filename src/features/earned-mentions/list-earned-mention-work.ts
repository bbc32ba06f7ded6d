import { z } from 'zod'
import { filterBy } from '../../kernel/fields.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { earnedFields, earnedRow, earnedTotal, readEarned } from './earned-rows.ts'
import { type EarnedState, earnedState, earnedVersion, inStates, readSettled } from './earned-state.ts'
import { earnedPeriodSchema, earnedRows } from './earned-view.ts'

export const listEarnedMentionWork = defineOperation({
  name: 'list-earned-mention-work',
  summary: 'The pages of list-earned-mentions as a work list: each with where the work on it stands',
  description: 'A page that names the brand by now, or is cited no more, leaves the list whatever its state.',
  on: 'brand',
  access: 'operator',
  role: 'viewer',
  shows: earnedVersion,
  readsTables: ['answers', 'readings', 'page_scans', 'page_readings'],
  fields: {
    ...earnedFields,
    state: filterBy(earnedState).describe('Only in these states'),
  },
  list: earnedRows,
  data: z.array(
    earnedRow.extend({ state: earnedState.describe('Open where nobody has said anything of it') }),
  ),
  meta: z.object({ period: earnedPeriodSchema, total: earnedTotal }),
  async run({ ctx, input, page }) {
    const settled = await readSettled(ctx)
    const among = inStates(settled, input.state)
    const { rows, meta, next } = await readEarned(ctx, { ...input, among }, page, settled)
    const states = new Map(settled.map(({ pageId, state }) => [pageId, state]))
    const stateOf = (pageId: string): EarnedState => states.get(pageId) ?? 'open'
    return { data: rows.map(({ pageId, row }) => ({ ...row, state: stateOf(pageId) })), meta, next }
  },
})
