declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    oauth_clients: OAuthClientsTable
    oauth_connections: OAuthConnectionsTable
    oauth_artifacts: OAuthArtifactsTable
  }
}

export interface OAuthClientsTable {
  id: string
  /** JSON text. */
  metadata: unknown
  created_at: Date
  /** When it was last seen connected. Null if never. */
  connected_at: Date | null
}

export interface OAuthConnectionsTable {
  id: string
  client_id: string
  client_name: string
  client_place: string
  person_id: string
  workspace_id: string
  scopes: string[]
  brand_ids: string[] | null
  created_at: Date
  last_used_at: Date
}

export interface OAuthArtifactsTable {
  kind: string
  id_hash: Buffer
  /** JSON text. */
  payload: unknown
  connection_id: string | null
  consumed_at: Date | null
  expires_at: Date
}
