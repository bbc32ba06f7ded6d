import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { callCsv, type Input, type OperationName, Problem } from '../api/client.ts'
import { type Given, usePlaceOf } from '../api/hooks.ts'
import { csvText } from '../format/csv.ts'
import { count } from '../format/numbers.ts'
import { Button } from './button.tsx'
import { saveCsv } from './save-file.ts'

interface ExportProps<N extends OperationName> {
  operation: N
  /** The page’s filters, without a row limit. Omit to export all rows. */
  input?: Given<N>
  name: string
  label?: string
}

export function Export<N extends OperationName>(props: ExportProps<N>) {
  const { operation, input = {} as Given<N>, name, label = 'CSV' } = props
  const { workspaceId, complete } = usePlaceOf(operation)
  const download = useMutation<void, Problem>({
    async mutationFn() {
      saveCsv(await allPages(operation, complete(input), workspaceId), `${name}.csv`)
    },
  })
  return (
    <>
      {download.error !== null && (
        <span role="alert" className="text-sm text-down">
          {download.error.message}
        </span>
      )}
      <Button kind="quiet" disabled={download.isPending} onClick={() => download.mutate()}>
        <Download aria-hidden="true" className="size-3.5!" />
        {download.isPending ? 'Downloading…' : label}
      </Button>
    </>
  )
}

/** The longest string that browsers handle. Use the API for larger exports. */
const maxCharacters = 200_000_000

async function allPages<N extends OperationName>(operation: N, input: Input<N>, workspaceId: string | undefined) {
  const parts: string[] = []
  let characters = 0
  let cursor: string | undefined
  do {
    const page = await onePage(operation, { ...input, limit: 100, cursor }, workspaceId)
    // Each page starts with the header row.
    parts.push(parts.length === 0 ? page.text : page.text.slice(page.text.indexOf('\r\n') + 2))
    characters += page.text.length
    if (characters > maxCharacters)
      throw new Problem(
        'too_large',
        `The file exceeds ${count(maxCharacters)} characters. Set more filters or use the API.`,
        413,
      )
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return parts.join('')
}

/** Waits if the server limits the rate: a long list takes many requests. */
async function onePage<N extends OperationName>(operation: N, input: Input<N>, workspaceId: string | undefined) {
  for (;;) {
    try {
      return await callCsv(operation, input, { workspaceId })
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 429) throw error
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSeconds ?? 5) * 1000))
    }
  }
}

interface SaveRowsProps {
  /** Rows from the server. Fields with plain values or lists of them become columns. */
  rows: readonly object[]
  name: string
}

/** Saves rows that the server returned in one response. Paginated lists use `Export`. */
export function SaveRows({ rows, name }: SaveRowsProps) {
  if (rows.length === 0) return null
  return <Button label="CSV" kind="quiet" onClick={() => saveCsv(csvText(cellsOf(rows)), `${name}.csv`)} />
}

/** A header row, then one row of cells per row. */
export function cellsOf(rows: readonly object[]): string[][] {
  const isPlain = (value: unknown) => value === null || typeof value !== 'object'
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    rows.every((row) => {
      const value = (row as Record<string, unknown>)[name]
      return isPlain(value) || (Array.isArray(value) && value.every(isPlain))
    }),
  )
  const text = (value: unknown) => (Array.isArray(value) ? value.join('\n') : String(value ?? ''))
  return [names, ...rows.map((row) => names.map((name) => text((row as Record<string, unknown>)[name])))]
}
