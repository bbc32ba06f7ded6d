import type { Generated } from 'kysely'

declare module '../../kernel/tables.ts' {
  interface BrandsTable {
    pages_seq: Generated<number>
    pages_pending: Generated<boolean>
    pages_version: Generated<number>
    pages_switched_at: Date | null
    pages_tidied_seq: Generated<number>
  }
}
