/** A cluster as named in the server's configuration (`remote_servers`), and its database. */
export interface ClickHouseCluster {
  name: string
  database: string
}

/**
 * Settings of every request to a cluster. A majority of the shard's replicas must acknowledge an INSERT.
 * `select_sequential_consistency` would need `insert_quorum_parallel = 0`, which rejects concurrent INSERTs
 * into a table. Instead, reads and inserts use the same replica: the first that is alive.
 */
export const clusterSettings = {
  distributed_foreground_insert: 1,
  insert_quorum: 'auto',
  load_balancing: 'in_order',
  prefer_localhost_replica: 0,
  use_hedged_requests: 0,
  max_parallel_replicas: 1,
  // A brand lives on one shard: its queries and their subqueries go only there.
  optimize_skip_unused_shards: 1,
  distributed_product_mode: 'local',
  // A statement returns after every replica of every shard has run it.
  alter_sync: 2,
  mutations_sync: 2,
  lightweight_deletes_sync: 2,
  distributed_ddl_output_mode: 'throw',
  distributed_ddl_task_timeout: 600,
} as const

const localTable = (table: string) => `${table}_local`

/** An identifier from the configuration, safely quoted. */
export const identifier = (name: string) => `\`${name.replace(/[\\`]/g, '\\$&')}\``

const text = (value: string) => `'${value.replace(/[\\']/g, '\\$&')}'`

/**
 * Translates a statement for one server to one for a cluster, where a table `t` is `Distributed`, sharded by
 * the first column of its order, over replicated tables `t_local`.
 * @throws Error for statements without a known translation
 */
export function clusterStatements(statement: string, cluster: ClickHouseCluster): string[] {
  const bare = statement.replace(/^(?:\s+|--.*\n)+/, '')
  const on = `ON CLUSTER ${identifier(cluster.name)}`
  const [head = '', verb = '', table = ''] =
    /^(CREATE TABLE IF NOT EXISTS|ALTER TABLE|DELETE FROM|TRUNCATE TABLE|DROP TABLE IF EXISTS|INSERT INTO)\s+(\w+)/.exec(
      bare,
    ) ?? []
  const rest = bare.slice(head.length)
  const local = `${verb} ${localTable(table)} ${on}${rest}`
  switch (verb) {
    case 'INSERT INTO':
      return [bare]
    case 'CREATE TABLE IF NOT EXISTS':
      return [replicated(local), `${verb} ${table} ${on} ${distributed(table, rest, cluster)}`]
    case 'ALTER TABLE':
      // Columns exist in both tables; everything else only in the local ones.
      return /^\s+\w+ COLUMN\b/.test(rest) ? [local, `${verb} ${table} ${on}${rest}`] : [local]
    case 'DROP TABLE IF EXISTS':
      return [`${verb} ${table} ${on}${rest}`, local]
    case 'DELETE FROM':
    case 'TRUNCATE TABLE':
      return [local]
    default:
      throw new Error(`no translation for a cluster: ${bare.slice(0, 80)}`)
  }
}

/** Uses the server's default path and replica name (`default_replica_path`). */
function replicated(create: string): string {
  const changed = create.replace(/\bENGINE = (\w*MergeTree)\b/, 'ENGINE = Replicated$1')
  if (changed === create) throw new Error(`not a MergeTree table: ${create.slice(0, 80)}`)
  return changed
}

function distributed(table: string, definition: string, { name, database }: ClickHouseCluster): string {
  const [, key] = /\bORDER BY \(?(\w+)\b(?!\()/.exec(definition) ?? []
  if (key === undefined) throw new Error(`${table} has no order to shard by`)
  const where = [text(name), text(database), text(localTable(table))].join(', ')
  return `AS ${localTable(table)} ENGINE = Distributed(${where}, cityHash64(${key}))`
}
