import { sql } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import { secretsEqual } from '../../lib/secrets-equal.ts'
import type { PostgresLike } from '../../stores/postgres.ts'

/** The mail of one brand to one external address. */
export interface Subscription {
  brandId: string
  /** In lower case. */
  addressKey: string
}

const macOf = ({ sign }: Services, { brandId, addressKey }: Subscription) =>
  sign('unsubscribe', `${brandId}\n${addressKey}`).toString('base64url')

/** The unsubscribe URL of a recipient. Undefined without `PUBLIC_URL`, as its host would be unknown. */
export function unsubscribeUrl(services: Services, subscription: Subscription): string | undefined {
  const { PUBLIC_URL } = services.config
  const named = Buffer.from(`${subscription.brandId}\n${subscription.addressKey}`).toString('base64url')
  return PUBLIC_URL === undefined ? undefined : `${PUBLIC_URL}/unsubscribe/${named}.${macOf(services, subscription)}`
}

/** Parses an unsubscribe token. Never expires, as recipients can use old mails. Undefined if invalid. */
export function readUnsubscribeToken(services: Services, token: string): Subscription | undefined {
  const [named = '', mac = ''] = token.split('.')
  const [brandId = '', addressKey = ''] = Buffer.from(named, 'base64url').toString().split('\n')
  const subscription = { brandId, addressKey }
  return secretsEqual(mac, macOf(services, subscription)) ? subscription : undefined
}

/** The headers of RFC 8058, which mail clients show as a button. One-click requires https. */
export function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (url === undefined) return {}
  const oneClick = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  return { 'List-Unsubscribe': `<${url}>`, ...(url.startsWith('https:') ? oneClick : {}) }
}

/** A condition on a table with `brand_id` and `address`: the recipient has not unsubscribed. */
export const isSubscribed = (table: string) => sql<boolean>`not exists (select 1 from report_unsubscribes off
  where off.brand_id = ${sql.ref(`${table}.brand_id`)} and off.address_key = lower(${sql.ref(`${table}.address`)}))`

export async function hasUnsubscribed(db: PostgresLike, { brandId, addressKey }: Subscription): Promise<boolean> {
  const found = db
    .selectFrom('report_unsubscribes')
    .select('address_key')
    .where('brand_id', '=', brandId)
    .where('address_key', '=', addressKey)
  return (await found.executeTakeFirst()) !== undefined
}
