/** A cluster of ClickHouse servers as its configuration (`remote_servers`) names it, and the database to use there. */
export interface ClickHouseCluster {
  name: string
  database: string
}

/**
 * What every request to a cluster carries. An INSERT is acknowledged once a majority of its shard's replicas has it.
 *
 * `select_sequential_consistency` would need `insert_quorum_parallel = 0`, which refuses an INSERT while another one
 * into the same table is at work. Reads and inserts go to the same replica instead: the first that lives.
 */
export const clusterSettings = {
  distributed_foreground_insert: 1,
  insert_quorum: 'auto',
  load_balancing: 'in_order',
  prefer_localhost_replica: 0,
  use_hedged_requests: 0,
  max_parallel_replicas: 1,
  // A brand lives on one shard: its queries go there only, and so do their subqueries.
  optimize_skip_unused_shards: 1,
  distributed_product_mode: 'local',
  // Every replica of every shard has done a statement when it returns.
  alter_sync: 2,
  mutations_sync: 2,
  lightweight_deletes_sync: 2,
  distributed_ddl_output_mode: 'throw',
  distributed_ddl_task_timeout: 600,
} as const

const localTable = (table: string) => `${table}_local`

/** An identifier of configuration, written so that nothing in it can end it. */
export const identifier = (name: string) => `\`${name.replace(/[\\`]/g, '\\$&')}\``

const text = (value: string) => `'${value.replace(/[\\']/g, '\\$&')}'`

/**
 * What is said to a cluster in place of a statement for one server. A table `t` is a `Distributed` one there, sharded
 * by the first column of its order, over replicated tables `t_local`.
 * @throws Error for a kind of statement that has no such form yet
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
      // Columns are columns of both tables; everything else is a matter of the local ones.
      return /^\s+\w+ COLUMN\b/.test(rest) ? [local, `${verb} ${table} ${on}${rest}`] : [local]
    case 'DROP TABLE IF EXISTS':
      return [`${verb} ${table} ${on}${rest}`, local]
    case 'DELETE FROM':
    case 'TRUNCATE TABLE':
      return [local]
    default:
      throw new Error(`no form for a cluster is known of: ${bare.slice(0, 80)}`)
  }
}

/** The server's own default path and replica name (`default_replica_path`) are used. */
function replicated(create: string): string {
  const changed = create.replace(/\bENGINE = (\w*MergeTree)\b/, 'ENGINE = Replicated$1')
  if (changed === create) throw new Error(`no MergeTree table: ${create.slice(0, 80)}`)
  return changed
}

function distributed(table: string, definition: string, { name, database }: ClickHouseCluster): string {
  const [, key] = /\bORDER BY \(?(\w+)\b(?!\()/.exec(definition) ?? []
  if (key === undefined) throw new Error(`${table} has no order to shard by`)
  const where = [text(name), text(database), text(localTable(table))].join(', ')
  return `AS ${localTable(table)} ENGINE = Distributed(${where}, cityHash64(${key}))`
}
