import { z } from 'zod'
import { shareField, shareOf } from '../visibility/index.ts'

const visits = z
  .int()
  .describe('Fetches by AI bots, those left out that are proven to be no fetch of their bot')
const errors = z.int().describe('Visits that were answered with a status of 400 or above')
const error_share_pct = shareField
  .nullable()
  .describe('100 × errors / visits, rounded to 2 decimals; null without visits')

/** What every group of visits is counted by. */
export const visitFigures = { visits, errors, error_share_pct }

export const verifiedVisits = z.int().describe('Visits whose address is proven to be the bot’s')

export const spoofedVisits = z
  .int()
  .describe('Fetches under the bot’s name from addresses that prove it was somebody else; in no other figure')

/** The same figures of counts as they come from the store. */
export function serializeVisits(counted: { visits: string | number; errors: string | number }) {
  const [visits, errors] = [Number(counted.visits), Number(counted.errors)]
  return { visits, errors, error_share_pct: shareOf('error_share_pct', errors, visits) }
}
