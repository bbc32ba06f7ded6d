import { sql } from '../../../stores/clickhouse-sql.ts'
import { experimentsOf, judgeExperiment, serializeExperiment } from '../../experiments/index.ts'
import { type ColumnType, column, columnTypes } from '../columns.ts'
import { defineKind } from './kind.ts'

/** A column of the rows, which are JSON. */
const ofRow = (name: string, type: ColumnType, meaning: string) =>
  column(name, type, meaning, () => sql`JSONExtract(r.row, ${name}, ${columnTypes[type].clickhouse})`)

export const experiments = defineKind({
  summary: 'Experiments that ran or ended within the period, with their results at export time: one row per experiment',
  scope: 'read:prompts',
  readsTables: ['answers', 'readings'],
  hasPrompts: false,
  columns: [
    ofRow('experiment_id', 'text', 'Id of the experiment'),
    ofRow('name', 'text', 'Its name'),
    ofRow('metric', 'text', 'The figure that carries the verdict'),
    ofRow('started_on', 'text', 'Day of the treatment (UTC)'),
    ofRow('ended_on', 'text', 'Last day that counts (UTC)'),
    ofRow('assignment', 'text', '`coin` if a draw chose the treated prompts, or `chosen`'),
    ofRow('is_retrospective', 'boolean', 'Whether it was created after its start'),
    ofRow('verdict', 'text', '`worked`, `backfired`, `no_clear_effect`, `running` or `not_comparable`'),
    ofRow('verdict_on', 'text?', 'First day on which the effect was clear; null without a clear effect'),
    ofRow('effect', 'number?', 'Change of the treated prompts less that of the controls, in points; null if unknown'),
    ofRow('effect_low', 'number?', 'Lower end of its interval'),
    ofRow('effect_high', 'number?', 'Upper end of its interval'),
    ofRow('smallest_detectable', 'number?', 'Smallest effect that it finds in 80% of cases'),
    ofRow('treated_prompts', 'integer', 'Treated prompts with answers before and after'),
    ofRow('control_prompts', 'integer', 'Controls with answers before and after'),
    ofRow('warnings', 'texts', 'Names of the checks with a warning'),
  ],
  filters: [],
  async open(ctx, { start_date, end_date }) {
    const found = await experimentsOf(ctx.services.db, ctx.brand.id)
      .where('ended_on', '>=', start_date)
      .where('started_on', '<=', end_date)
      .orderBy('started_on')
      .orderBy('id')
      .execute()
    const rows: string[] = []
    for (const experiment of found) {
      const { series, checks, effect, headline, ...result } = await judgeExperiment(ctx, experiment)
      const { id: experiment_id, ...design } = serializeExperiment(experiment)
      const warnings = checks.flatMap(({ name, status }) => (status === 'warning' ? [name] : []))
      const values = {
        effect: effect?.value ?? null,
        effect_low: effect?.low ?? null,
        effect_high: effect?.high ?? null,
      }
      rows.push(JSON.stringify({ experiment_id, ...design, ...result, ...values, warnings }))
    }
    return {
      entities: new Map(),
      owners: new Map(),
      belongs: sql`true`,
      rows: (chunk) =>
        sql`(SELECT row FROM system.one ARRAY JOIN CAST(${rows} AS Array(String)) AS row WHERE ${chunk}) AS r`,
    }
  },
})
