import type { Generated } from 'kysely'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    api_keys: ApiKeysTable
    api_key_brands: { key_id: string; brand_id: string }
  }
}

export interface ApiKeysTable {
  id: string
  workspace_id: string
  name: string
  salt: Buffer
  hash: Buffer
  last_four: string
  scopes: string[]
  all_brands: boolean
  /** Who requested it, as entered by the operator. */
  created_by: string | null
  created_by_person: string | null
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  rolled_from: string | null
  grace_ends_at: Date | null
  chain_id: string
  last_used_at: Date | null
  expiry_told: Generated<boolean>
  /** Addresses and ranges from which the key works. Any if empty. */
  allowed_addresses: string[]
}
