import pg from 'pg'

/**
 * Validates a PostgreSQL server URL.
 * @throws Error with the expected format, without the URL, as it may contain a password
 */
export function checkPostgresUrl(text: string): string {
  try {
    // Use pg's own parser, which accepts more than URLs: sockets and loosely encoded passwords.
    if (/^postgres(ql)?:\/\//.test(text) && new pg.Client({ connectionString: text })) return text
  } catch {
    // Thrown below: the caught error may contain the URL.
  }
  throw new Error('must be like postgres://user:password@host:5432/database')
}

/** Splits a ClickHouse server URL and the database in its path. @throws Error like `checkPostgresUrl` */
export function readClickHouseUrl(text: string): { server: URL; database: string } {
  try {
    const server = new URL(text)
    const database = decodeURIComponent(server.pathname.slice(1)) || 'default'
    server.pathname = '/'
    if (/^https?:$/.test(server.protocol)) return { server, database }
  } catch {
    // Thrown below.
  }
  throw new Error('must be like https://user:password@host:8443/database')
}

/** Validates the URL and returns it unchanged. */
export function checkClickHouseUrl(text: string): string {
  readClickHouseUrl(text)
  return text
}
