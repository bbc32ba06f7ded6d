import { z } from 'zod'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { earnedFields, earnedRow, earnedTotal, readEarned } from './earned-rows.ts'
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
  ...brandRead('read:citations', '/citations/earned-mentions'),
  readsTables: ['answers', 'readings', 'page_scans', 'page_readings'],
  fields: earnedFields,
  list: earnedRows,
  data: z.array(earnedRow),
  meta: z.object({ period: earnedPeriodSchema, total: earnedTotal }),
  async run({ ctx, input, page }) {
    const { rows, meta, next } = await readEarned(ctx, input, page)
    return { data: rows.map(({ row }) => row), meta, next }
  },
})
