import type { Input } from '../../api/client.ts'
import { type RowOf, useReadAll } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { ViewLink } from '../../frame/brand.tsx'
import { useParam } from '../../search/use-param.ts'
import { Choice } from '../../ui/choice.tsx'
import { Export } from '../../ui/export.tsx'
import { InvalidParameter } from '../../ui/invalid-parameter.tsx'
import { Empty, Loaded, Panel } from '../../ui/panel.tsx'
import { agoColumn, type Column, column, mainColumn, numberColumn, Table } from '../../ui/table.tsx'

type Category = NonNullable<Input<'list-issues'>['category']>[number]
type Issue = RowOf<'list-issues'>

export const severities = { high: 'text-down', medium: 'text-warn', low: 'text-muted' } as const

/** A category’s label: `AI access`. */
export function categoryName(category: string | null): string {
  if (category === null) return 'Other'
  const words = category.replaceAll('_', ' ').replace(/\b(ai|url)\b/g, (word) => word.toUpperCase())
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** Open issues, most severe first, optionally by category. */
export function Issues() {
  const query = useReadAll('list-issues')
  const [category = 'all', choose] = useParam('category')
  return (
    <Loaded query={query} lines={10}>
      {({ data: rows }) => {
        if (rows.length === 0)
          return (
            <Panel title="Open issues">
              <Empty title="No open issues">
                Audits find what keeps engines from reading or citing your website.
              </Empty>
            </Panel>
          )
        const byCategory = [...Map.groupBy(rows, ({ category }) => category)]
        const chosen = byCategory.find(([one]) => one === category)
        const shown = chosen === undefined ? byCategory : [chosen]
        return (
          <div className="space-y-5">
            <InvalidParameter name="category" known={byCategory.map(([category]) => category ?? '')} />
            <div className="flex flex-wrap items-start justify-between gap-2">
              <Choice
                label="Categories"
                options={{
                  all: 'All',
                  ...Object.fromEntries(byCategory.map(([one]) => [one ?? '', categoryName(one)])),
                }}
                counts={{
                  all: rows.length,
                  ...Object.fromEntries(byCategory.map(([one, { length }]) => [one ?? '', length])),
                }}
                chosen={chosen === undefined ? 'all' : (chosen[0] ?? '')}
                onChoose={(one) => choose(one === 'all' ? undefined : one)}
              />
              <Export operation="list-issues" name="issues" label="Export all" />
            </div>
            {shown.map(([category, issues]) => (
              <Panel
                key={category}
                title={categoryName(category)}
                about="most severe first"
                actions={
                  <Export
                    operation="list-issues"
                    input={{ category: category === null ? undefined : [category as Category] }}
                    name={`issues ${categoryName(category)}`}
                  />
                }
              >
                <Table label={`Open issues: ${categoryName(category)}`} columns={columns} rows={issues} />
              </Panel>
            ))}
          </div>
        )
      }}
    </Loaded>
  )
}

const columns: readonly Column<Issue>[] = [
  mainColumn('Issue', ({ id, name, description }) => (
    <>
      <ViewLink change={{ issue: id }} className="font-medium hover:underline">
        {name ?? id}
      </ViewLink>
      <span className="line-clamp-2 text-sm text-muted">{description}</span>
    </>
  )),
  column('Severity', ({ severity }) => <span className={severities[severity]}>{severity}</span>),
  numberColumn('Pages', ({ affected_pages }) => count(affected_pages)),
  agoColumn('Since', ({ first_seen_at }) => first_seen_at),
]
