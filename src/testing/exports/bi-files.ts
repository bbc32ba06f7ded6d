import { readFileSync } from 'node:fs'

/** A query of a file in `docs/bi`, with the metrics that its comments define. */
export interface BiQuery {
  name: string
  sql: string
  metrics: Record<string, string>
}

export const biFile = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')

/** The queries after each comment `-- Question:` or `-- Dataset:`. */
export function biQueries(file: string): BiQuery[] {
  const [, ...parts] = biFile(file).split(/^-- (?:Question|Dataset): /m)
  return parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n')
    const metrics = part.matchAll(/^-- Metric: (\w+) = (.*)$/gm)
    return {
      name: heading.replace(/\..*/, ''),
      sql: lines
        .filter((line) => !line.startsWith('--'))
        .join('\n')
        .replace(/;\s*$/, ''),
      metrics: Object.fromEntries([...metrics].map(([, name, expression]) => [name, expression])),
    }
  })
}

/** Fills the variables of a query as Metabase does; drops the clauses of variables without a value. */
export const fillVariables = (sql: string, values: Readonly<Record<string, string>>): string =>
  sql
    .replaceAll(/\[\[(.*?\{\{(\w+)\}\}.*?)\]\]/g, (_, clause, name) => (name in values ? clause : ''))
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name) => {
      const value = values[name]
      if (value === undefined) throw new Error(`the variable ${name} needs a value`)
      return value
    })

/** The query that Superset runs for a chart of a dataset. */
export const chartQuery = ({ sql, metrics }: BiQuery, groups: Record<string, string>, where: string): string =>
  `select ${Object.entries({ ...groups, ...metrics })
    .map(([name, expression]) => `${expression} as "${name}"`)
    .join(', ')} from (${sql}) as virtual_table where ${where} group by ${Object.values(groups).join(', ')}
    order by ${Object.values(groups).join(', ')}`
