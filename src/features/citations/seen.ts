import { utcTimestamp } from '../../kernel/fields.ts'

export const firstLastSeenShape = {
  first_seen_at: utcTimestamp.describe('Time of the first citing answer in the period.'),
  last_seen_at: utcTimestamp.describe('Time of the last citing answer in the period.'),
}
