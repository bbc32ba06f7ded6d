import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { utcTimestamp } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { botCatalog } from '../../lib/bots/index.ts'
import type { Rendering, SectionAccess } from '../../lib/site/crawling/site-facts.ts'
import { readerDifferences } from '../../lib/site/pages/compare-readings.ts'
import { countRefusals } from '../crawler/index.ts'
import { resolvePeriod, shareField, shareOf } from '../visibility/index.ts'

const botSchema = z.object({
  bot: z.string(),
  operator: z.string(),
  purpose: z.string().describe('search, fetch, agent, training, data or other.'),
  runs_scripts: z
    .boolean()
    .nullable()
    .describe('Whether it runs the scripts of pages, by published measurements. Null if unknown.'),
  is_allowed: z.boolean().describe('Whether robots.txt allows the page.'),
  rule: z.string().nullable().describe('The line of robots.txt that decides. Null without one.'),
  status: z
    .int()
    .nullable()
    .describe('Status of a request under the bot’s user agent. Null if none was made, or without a response.'),
  problem: z.string().nullable().describe('Why the request had no response.'),
  is_challenged: z.boolean().describe('Whether the response was a challenge instead of the page.'),
  differs: z
    .array(z.enum(readerDifferences))
    .describe('What the bot did not get like this audit, which read the page before and after.'),
  log_requests: z
    .int()
    .describe(
      'Requests of the bot to all pages of the section in the imported logs of the last 30 days, without spoofed ones.',
    ),
  log_refused: z.int().describe('Those answered with 401, 403, 406, 429 or 503.'),
})

export const getAiAccess = defineOperation({
  name: 'get-ai-access',
  summary: 'Show what AI bots can read in each section of the site, by robots.txt, probes and logs',
  description:
    'From the last completed audit: the eight sections with most pages, and up to eight further page templates in ' +
    'them, each with the page that the audit tried. Pages of one template have the same layout. A ' +
    'refused request proves that the site refuses the bot’s name. One that works proves less, as a firewall can also ' +
    'check addresses: the logs show what the real bots got. Omits bots without a rule, a request or a log entry, which ' +
    'robots.txt allows. Empty before the first audit, if AUDIT_BOT_REQUESTS is omit, and if robots.txt asks for more ' +
    'than 2 seconds between requests.',
  ...brandRead('read:opportunities', '/technical/ai-access'),
  readsTables: ['crawler_visits'],
  fields: {},
  data: z.object({
    audited_at: utcTimestamp.nullable().describe('When the audit ended. Null if no audit tried any section.'),
    sections: z.array(
      z.object({
        section: z.string().describe('First path segment, such as /blog/. / holds pages without a folder.'),
        template: z.int().describe('1 for the template of most pages in the section, 2 for the next one.'),
        pages: z.int().describe('Pages of the section and template that the audit read.'),
        url: z.string().describe('The page that stands for them.'),
        bots: z.array(botSchema),
        rendering: z
          .object({
            differs: z.array(z.enum(readerDifferences)).describe('Parts that only scripts add or change.'),
            problem: z.string().nullable().describe('Why the scripts could not be run.'),
            text_after_scripts_pct: shareField.nullable().describe('Words that only scripts add. Null if unknown.'),
          })
          .nullable()
          .describe('What readers that run no scripts miss. Null without Chromium (CHROMIUM_PATH).'),
      }),
    ),
  }),
  async run({ ctx }) {
    const audit = await lastAudit(ctx)
    if (audit === undefined) return { data: { audited_at: null, sections: [] } }
    const counted = await countRefusals(ctx, resolvePeriod({}, ctx.services.now()))
    const inLogs = new Map(counted.map((row) => [`${row.bot} ${row.section}`, row]))
    const sections = audit.section_access.map(({ path, template = 1, pages, url, bots, rendering = null }) => ({
      ...{ section: path, template, pages, url },
      bots: bots.flatMap((bot) => {
        const logged = inLogs.get(`${bot.bot} ${path}`)
        const isKnown = bot.rule !== null || bot.probe !== null || logged !== undefined
        return isKnown ? [serializeBot(bot, logged)] : []
      }),
      rendering: rendering === null ? null : serializeRendering(rendering),
    }))
    return { data: { audited_at: audit.ended_at.toISOString(), sections } }
  },
})

function serializeRendering({ words: { served, rendered } = { served: 0, rendered: 0 }, ...shown }: Rendering) {
  const text_after_scripts_pct = shareOf('text_after_scripts_pct', Math.max(0, rendered - served), rendered)
  return { ...shown, text_after_scripts_pct }
}

const runsScripts = new Map(botCatalog.map(({ name, scripts }) => [name, scripts?.runs]))

function serializeBot(
  { bot, operator, purpose, isAllowed, rule, probe, differs = [] }: SectionAccess['bots'][number],
  logged: { requests: number; refused: number } | undefined,
): z.input<typeof botSchema> {
  return {
    ...{
      bot,
      operator,
      purpose,
      runs_scripts: runsScripts.get(bot) ?? null,
      is_allowed: isAllowed,
      rule: rule?.text ?? null,
    },
    status: probe?.status ?? null,
    problem: probe?.problem ?? null,
    is_challenged: probe?.isChallenge ?? false,
    differs,
    log_requests: logged?.requests ?? 0,
    log_refused: logged?.refused ?? 0,
  }
}

async function lastAudit({ services, brand }: BrandContext) {
  const audits = services.db.selectFrom('audits').select(['ended_at', 'section_access'])
  const last = await audits
    .where('brand_id', '=', brand.id)
    .where('state', '=', 'completed')
    .where('refunded', '=', false)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  const { ended_at, section_access } = last ?? {}
  return ended_at && section_access ? { ended_at, section_access } : undefined
}
