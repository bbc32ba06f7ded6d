import type { BrandContext } from '../../kernel/context.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { answerRows } from '../answers/index.ts'
import { inPeriod, type View } from '../visibility/index.ts'

/** Maximum number of queries. Rarer ones are too weak as evidence. */
const maxQueries = 1000
/** Longer queries are not typical of users. */
const maxCharacters = 150

/** A search query of engines, case-insensitive. */
export interface SearchedQuery {
  text: string
  /** Number of answers with this query. */
  answers: number
  engines: string[]
  countries: string[]
  /** Numbers of some prompts whose answers have this query. */
  prompts: number[]
}

/** Search queries of a view's answers, most answers first. */
export async function readQueries({ services }: BrandContext, view: View): Promise<SearchedQuery[]> {
  const columns = sql`answer_id, seq, revision, engine, country, prompt, outcome, search_queries`
  const rows = await services.clickhouse.query<{
    spelled: string
    times: string
    engines: string[]
    countries: string[]
    prompts: (string | number)[]
  }>(
    sql`SELECT min(query) AS spelled, uniqExact(answer_id) AS times, arraySort(groupUniqArray(engine)) AS engines,
        arraySort(groupUniqArray(country)) AS countries, arraySlice(arraySort(groupUniqArray(prompt)), 1, 20) AS prompts
      FROM (SELECT answer_id, engine, country, prompt,
          trim(BOTH ' ' FROM replaceRegexpAll(raw, '\\s+', ' ')) AS query
        FROM ${answerRows(view.snapshot, columns, inPeriod(view.period))}
        ARRAY JOIN search_queries AS raw WHERE outcome = 'answered')
      WHERE lengthUTF8(query) BETWEEN 4 AND ${maxCharacters}
      GROUP BY lowerUTF8(query) ORDER BY times DESC, spelled LIMIT ${maxQueries}`,
  )
  return rows.map(({ spelled, times, engines, countries, prompts }) => ({
    text: spelled,
    answers: Number(times),
    engines,
    countries: countries.filter((country) => country !== ''),
    prompts: prompts.map(Number),
  }))
}
