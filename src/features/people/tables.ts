import type { ColumnType, Generated } from 'kysely'
import type { Role } from '../../kernel/roles.ts'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    people: PeopleTable
    memberships: MembershipsTable
    membership_brands: { workspace_id: string; person_id: string; brand_id: string }
    recovery_codes: { person_id: string; hash: Buffer; used_at: Date | null }
    sessions: SessionsTable
    one_time_links: OneTimeLinksTable
    passkeys: PasskeysTable
    passkey_challenges: PasskeyChallengesTable
  }
}

export interface PeopleTable {
  id: string
  email: string
  email_key: string
  name: string
  password_hash: string | null
  totp_secret: Buffer | null
  totp_confirmed_at: Date | null
  totp_last_step: number | null
  issuer: string | null
  subject: string | null
  created_at: Date
  last_signed_in_at: Date | null
}

export interface MembershipsTable {
  workspace_id: string
  person_id: string
  role: Role
  all_brands: boolean
  created_at: Date
}

export interface SessionsTable {
  id: string
  person_id: string
  token_hash: Buffer
  created_at: Date
  last_used_at: Date
  expires_at: Date
  address: string
  user_agent: string | null
  /** Time of last use per workspace, by workspace id. */
  used_in: Generated<Record<string, string>>
  /** The passkey used to sign in. Null if none, or if it was deleted. */
  passkey_id: string | null
}

export interface PasskeysTable {
  id: string
  person_id: string
  name: string
  /** base64url. */
  credential_id: string
  /** COSE. */
  public_key: Buffer
  counter: ColumnType<string, number, number>
  created_at: Date
  last_used_at: Date | null
}

interface PasskeyChallengesTable {
  token_hash: Buffer | null
  session_id: string | null
  challenge: string
  expires_at: Date
}

export type LinkKind = 'set-up' | 'sign-in' | 'invitation' | 'password'

export interface OneTimeLinksTable {
  id: string
  kind: LinkKind
  token_hash: Buffer
  person_id: string | null
  email: string | null
  workspace_id: string | null
  role: Role | null
  brand_ids: string[] | null
  created_by: string | null
  created_at: Date
  expires_at: Date
}
