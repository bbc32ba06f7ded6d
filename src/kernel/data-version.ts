import { sql } from 'kysely'

/** What an update of a brand's row sets when reads of the brand will show something else: results are named by it. */
export const incrementDataVersion = { data_version: sql<number>`data_version + 1` }
