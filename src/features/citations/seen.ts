import { utcTimestamp } from '../../kernel/fields.ts'

/** Between when and when something was cited. */
export const firstLastSeenShape = {
  first_seen_at: utcTimestamp.describe('When its first citing answer in the period was executed'),
  last_seen_at: utcTimestamp.describe('When its last citing answer in the period was executed'),
}
