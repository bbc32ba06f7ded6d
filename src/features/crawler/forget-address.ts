import { isIP } from 'node:net'
import { z } from 'zod'
import { withLock } from '../../kernel/brand-lock.ts'
import { trimmedText } from '../../kernel/fields.ts'
import { defineOperation, forBrandAdmins } from '../../kernel/operation.ts'
import { sql } from '../../stores/clickhouse-sql.ts'

export const forgetAddress = defineOperation({
  name: 'forget-address',
  summary: 'Erase an IP address and its user agents, referrers and queries from a brand’s bot visits',
  description:
    'Keeps the visits without address, user agent, referrer and query. Importing a log with the same lines again adds ' +
    'nothing.',
  ...forBrandAdmins,
  isRecorded: true,
  fields: {
    address: trimmedText(1, 45)
      .refine((text) => isIP(text) !== 0, 'must be an IPv4 or IPv6 address')
      .describe('The IP address.'),
  },
  data: z.object({ forgotten: z.int().describe('Number of changed visits.') }),
  async run({ ctx: { services, brand }, input }) {
    const { clickhouse } = services
    const condition = sql`brand_id = ${brand.id} AND address != ''
      AND toIPv6OrDefault(address) = toIPv6(${input.address})`
    return withLock(services, brand.id, 'visits', async () => {
      const [row] = await clickhouse.query<{ found: string }>(
        sql`SELECT count() AS found FROM crawler_visits WHERE ${condition}`,
        services.config.QUERY_TIMEOUT_SECONDS,
      )
      const forgotten = Number(row?.found ?? 0)
      if (forgotten > 0)
        await clickhouse.command(
          sql`ALTER TABLE crawler_visits UPDATE address = '', user_agent = '', referrer = '', query = ''
            WHERE ${condition} SETTINGS mutations_sync = 2`,
        )
      return { data: { forgotten } }
    })
  },
})
