import { z } from 'zod'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { normal975 } from '../../lib/statistics/distributions.ts'
import { wilson } from '../../lib/statistics/ratio-interval.ts'
import { type AnswerCheck, judgmentOf, readChecks } from '../answers/index.ts'
import { share, shareField, shareOf } from '../visibility/index.ts'

const precision = z.object({
  checked: z.int().describe('Checked ones that the current readings contain.'),
  right: z.int().describe('Those that people confirmed.'),
  precision_pct: shareField.nullable().describe('`right` as a share of `checked`. Null without checks.'),
  low: shareField.nullable().describe('Lower end of the 95% interval of precision_pct (Wilson).'),
  high: shareField.nullable().describe('Upper end of the interval.'),
})

export const getReadingPrecision = defineOperation({
  name: 'get-reading-precision',
  summary: 'Show how many checked mentions and sentiments were right',
  description:
    'Compares the checks of people with what Sightline reads in the same answers now, without corrections. The ' +
    'interval covers random variation only: people choose which answers they check, and nobody checks missed mentions.',
  ...brandRead('read:prompts', '/reading-precision'),
  fields: {},
  data: z.object({
    mentions: precision.describe('Mentions of the brand and its competitors.'),
    sentiments: precision.describe(
      'Their sentiments as positive (above 62), negative (below 49) or neutral (between, or without one).',
    ),
  }),
  async run({ ctx: { services, brand } }) {
    const checks = await readChecks(services.db, brand.id)
    const read = checks.filter(({ read_sentiment }) => read_sentiment !== null)
    const mentions = read.filter(({ mention }) => mention !== null)
    const sentiments = read.filter(({ sentiment }) => sentiment !== null)
    return {
      data: {
        mentions: precisionOf(mentions, ({ mention }) => mention === 'right'),
        sentiments: precisionOf(
          sentiments,
          ({ sentiment, read_sentiment }) => sentiment === judgmentOf(read_sentiment as number),
        ),
      },
    }
  },
})

function precisionOf(checks: readonly AnswerCheck[], isRight: (check: AnswerCheck) => boolean) {
  const checked = checks.length
  const right = checks.filter(isRight).length
  const interval = checked === 0 ? null : wilson(right / checked, checked, normal975)
  return {
    checked,
    right,
    precision_pct: shareOf('precision_pct', right, checked),
    low: share('low', interval && 100 * interval.low),
    high: share('high', interval && 100 * interval.high),
  }
}
