import { sql } from 'kysely'
import { z } from 'zod'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { channel, surface } from './style-fields.ts'
import { serializeWritingStyle, writingStyleSchema, writingStyleVersion } from './writing-style.ts'

/** The end of a page: surface, channel (empty for content), position and id of the last row. */
const position = z.tuple([surface, z.string(), z.int(), z.guid()])

const orderKey = sql`(surface, coalesce(channel, ''), sort_order, id)`

export const listWritingStyles = defineOperation({
  name: 'list-writing-styles',
  summary: 'List the writing styles of a brand by surface, channel and position',
  ...brandRead('read:content', '/writing-styles'),
  shows: writingStyleVersion,
  fields: {
    surface: surface.optional().describe('Filter by surface.'),
    channel: channel.optional().describe('Filter by social channel.'),
  },
  list: { position, defaultLimit: 20 },
  data: z.array(writingStyleSchema),
  async run({ ctx: { services, brand }, input, page }) {
    let styles = services.db.selectFrom('writing_styles').selectAll().where('brand_id', '=', brand.id)
    if (input.surface !== undefined) styles = styles.where('surface', '=', input.surface)
    if (input.channel !== undefined) styles = styles.where('channel', '=', input.channel)
    if (page.after !== undefined) {
      const [ofSurface, ofChannel, place, id] = page.after
      const after = sql`(${ofSurface}::text, ${ofChannel}::text, ${place}::integer, ${id}::uuid)`
      styles = styles.where(sql<boolean>`${orderKey} > ${after}`)
    }
    const rows = (
      await styles
        .orderBy(orderKey)
        .limit(page.limit + 1)
        .execute()
    ).map(serializeWritingStyle)
    const data = rows.slice(0, page.limit)
    const last = data.at(-1)
    if (last === undefined || rows.length <= page.limit) return { data, next: undefined }
    const next: z.output<typeof position> = [last.surface, last.channel ?? '', last.sort_order, last.id]
    return { data, next }
  },
})
