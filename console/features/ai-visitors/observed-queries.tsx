import type { RowOf } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ReadPanel } from '../../ui/read-panel.tsx'
import { actionsColumn, type Column, mainColumn, numberColumn } from '../../ui/table.tsx'
import { useView, Views } from '../../ui/views.tsx'
import words from './words.json' with { type: 'json' }

const columns: readonly Column<RowOf<'list-first-party'>>[] = [
  mainColumn('Query', ({ value }) => <bdi>{value}</bdi>),
  numberColumn('Count', (row) => count(row.count)),
  numberColumn('Clicks', ({ clicks }) => count(clicks), 'minor'),
  actionsColumn(({ value, prompt_id }) =>
    prompt_id !== null ? (
      <span className="text-sm text-muted">Tracked prompt</span>
    ) : (
      <ActionButton
        label="Add as prompt"
        aria-label={`Add as prompt: ${value}`}
        operation="create-prompt"
        input={{ text: value }}
      />
    ),
  ),
]

/** What people asked or searched, as the services report it. A query that is not a prompt yet becomes one in one click. */
export function ObservedQueries() {
  const kind = useView('queries', words.queries)
  return (
    <ReadPanel
      read="list-first-party"
      input={{ kind, by: 'query' }}
      limit={20}
      views={<Views label="Report" name="queries" views={words.queries} />}
      keyOf={({ value }) => value}
      columns={columns}
    />
  )
}
