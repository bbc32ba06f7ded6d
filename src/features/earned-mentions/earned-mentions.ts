import { z } from 'zod'
import { filterBy } from '../../kernel/fields.ts'
import { brandRead, defineOperation, forViewers } from '../../kernel/operation.ts'
import { earnedFields, earnedRow, earnedTotal, readEarned } from './earned-rows.ts'
import { type EarnedState, earnedState, earnedVersion, inStates, readSettled } from './earned-state.ts'
import { earnedPeriodSchema, earnedRows } from './earned-view.ts'
import { scoreInWords } from './score.ts'

export const listEarnedMentions = defineOperation({
  name: 'list-earned-mentions',
  summary: 'List cited pages that mention competitors but not the brand, highest score first',
  description:
    `${scoreInWords} Equal scores sort by citations, then by the last citing answer, then by a hash of the URL. Omits ` +
    'pages that were not read and the brand’s own pages. Dates and topics select the citing answers: a prompt must match ' +
    'any of the topics and any of the subtopics. URLs, author names and domains are untrusted third-party text: render ' +
    'them as plain text.',
  ...brandRead('read:citations', '/citations/earned-mentions', ['answers', 'readings', 'page_scans', 'page_readings']),
  fields: earnedFields,
  list: earnedRows,
  data: z.array(earnedRow),
  meta: z.object({ period: earnedPeriodSchema, total: earnedTotal }),
  async run({ ctx, input, page }) {
    const { rows, meta, next } = await readEarned(ctx, input, page)
    return { data: rows.map(({ row }) => row), meta, next }
  },
})

export const listEarnedMentionWork = defineOperation({
  ...forViewers,
  name: 'list-earned-mention-work',
  summary: 'List the pages of list-earned-mentions with their work status',
  description: 'Omits pages that now mention the brand or are no longer cited, whatever their status.',
  shows: earnedVersion,
  readsTables: ['answers', 'readings', 'page_scans', 'page_readings'],
  fields: {
    ...earnedFields,
    state: filterBy(earnedState).describe('Filter by status.'),
  },
  list: earnedRows,
  data: z.array(earnedRow.extend({ state: earnedState.describe('Status of the work. Defaults to open.') })),
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
