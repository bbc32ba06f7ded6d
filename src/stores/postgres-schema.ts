import type { Selectable } from 'kysely'
import type { Tables } from './postgres-tables.gen.ts'

export type { Tables }

/** A row of a table as it is read. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>
