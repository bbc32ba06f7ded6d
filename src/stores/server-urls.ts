import pg from 'pg'

/**
 * Checks the address of a PostgreSQL server.
 * @throws Error that says what the variable takes; it does not repeat the URL, which may hold a password
 */
export function checkPostgresUrl(text: string): string {
  try {
    // What reads it is asked, as it takes more than URLs: sockets, and passwords that are not quite encoded.
    if (/^postgres(ql)?:\/\//.test(text) && new pg.Client({ connectionString: text })) return text
  } catch {
    // Said below: what was caught may repeat the URL.
  }
  throw new Error('must be like postgres://user:password@host:5432/database')
}

/**
 * The address of a ClickHouse server without the database, which stands in its path.
 * @throws Error as `checkPostgresUrl` does
 */
export function readClickHouseUrl(text: string): { server: URL; database: string } {
  try {
    const server = new URL(text)
    const database = decodeURIComponent(server.pathname.slice(1)) || 'default'
    server.pathname = '/'
    if (/^https?:$/.test(server.protocol)) return { server, database }
  } catch {
    // Said below.
  }
  throw new Error('must be like https://user:password@host:8443/database')
}

/** The same as it was given. */
export function checkClickHouseUrl(text: string): string {
  readClickHouseUrl(text)
  return text
}
