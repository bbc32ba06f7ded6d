import type { TestApp } from '../test-app.ts'
import { askPage, pathOf } from './ask.ts'
import type { MadeBrand } from './make-brand.ts'

/** A row of the rankings as tests read it. */
export interface RankingRow {
  rank: number
  id: string
  name: string
  is_our_brand: boolean
  visibility_pct: number | null
  market_share_pct: number | null
  sentiment_score: number | null
  avg_rank: number | null
  recommended_pct: number | null
  stance_answers: number | null
}

/** The rankings of a brand, up to 100 rows. */
export async function rankingsOf(
  test: TestApp,
  { brandId, key }: Pick<MadeBrand, 'brandId' | 'key'>,
  query = '',
): Promise<RankingRow[]> {
  const path = pathOf(brandId, 'competitors/rankings', `limit=100${query === '' ? '' : `&${query}`}`)
  return (await askPage(test, key, path)).body.data
}

/** Each name with its visibility, most visible first: `['Zuvari 50', 'Bolmex null']`. */
export async function visibilities(test: TestApp, brand: MadeBrand, query = ''): Promise<string[]> {
  const rows = await rankingsOf(test, brand, query)
  return rows.map(({ name, visibility_pct }) => `${name} ${visibility_pct}`)
}
