import { z } from 'zod'
import { shareField, shareOf } from '../visibility/index.ts'

const visits = z.int().describe('AI bot visits, excluding spoofed ones.')
const errors = z.int().describe('Visits with a response status of 400 or above.')
const error_share_pct = shareField
  .nullable()
  .describe('100 × errors / visits, rounded to 2 decimals. Null without visits.')

/** Figures of every group of visits. */
export const visitFigures = { visits, errors, error_share_pct }

export const verifiedVisits = z.int().describe('Visits whose IP address or signature proves the bot.')

export const signedVisits = z
  .int()
  .describe('Visits that a signature of the bot’s operator proves (Web Bot Auth). Part of verified_visits.')

export const spoofedVisits = z
  .int()
  .describe('Requests with the bot’s user agent from IP addresses that do not belong to it. Not part of other figures.')

/** Converts stored counts to these figures. */
export function serializeVisits(counted: { visits: string | number; errors: string | number }) {
  const [visits, errors] = [Number(counted.visits), Number(counted.errors)]
  return { visits, errors, error_share_pct: shareOf('error_share_pct', errors, visits) }
}
