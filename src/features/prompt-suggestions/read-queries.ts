import type { BrandContext } from '../../kernel/context.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { answerRows } from '../answers/index.ts'
import { inPeriod, type View } from '../visibility/index.ts'

/** Queries of most answers that are looked at; the rest have too few to be evidence. */
const maxQueries = 1000
/** Longer ones are no queries that anybody types. */
const maxCharacters = 150

/** What engines searched for while they answered, in any letter case. */
export interface SearchedQuery {
  text: string
  /** Answers for which it was searched. */
  answers: number
  engines: string[]
  countries: string[]
  /** Numbers of prompts whose answers it was searched for, some of them. */
  prompts: number[]
}

/** The queries of the answers of a view, those of most answers first. */
export async function readQueries({ services }: BrandContext, view: View): Promise<SearchedQuery[]> {
  const columns = sql`answer_id, seq, revision, engine, country, prompt, outcome, search_queries`
  const rows = await services.clickhouse.query<{
    spelt: string
    times: string
    engines: string[]
    countries: string[]
    prompts: (string | number)[]
  }>(
    sql`SELECT min(query) AS spelt, uniqExact(answer_id) AS times, arraySort(groupUniqArray(engine)) AS engines,
        arraySort(groupUniqArray(country)) AS countries, arraySort(groupUniqArray(20)(prompt)) AS prompts
      FROM (SELECT answer_id, engine, country, prompt,
          trim(BOTH ' ' FROM replaceRegexpAll(raw, '\\s+', ' ')) AS query
        FROM ${answerRows(view.snapshot, columns, inPeriod(view.period))}
        ARRAY JOIN search_queries AS raw WHERE outcome = 'answered')
      WHERE lengthUTF8(query) BETWEEN 4 AND ${maxCharacters}
      GROUP BY lowerUTF8(query) ORDER BY times DESC, spelt LIMIT ${maxQueries}`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
  return rows.map(({ spelt, times, engines, countries, prompts }) => ({
    text: spelt,
    answers: Number(times),
    engines,
    countries: countries.filter((country) => country !== ''),
    prompts: prompts.map(Number),
  }))
}
