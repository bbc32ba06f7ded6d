import { sql } from 'kysely'

/** For updates of a brand's row that change what reads return: cached results are keyed by the version. */
export const incrementDataVersion = { data_version: sql<number>`data_version + 1` }
