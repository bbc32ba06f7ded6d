import { useMutation } from '@tanstack/react-query'
import { callCsv, type Input, type OperationName, Problem } from '../api/client.ts'
import { count } from '../format/numbers.ts'
import { Button } from './button.tsx'
import { saveCsv } from './save-csv.ts'

interface ExportProps<N extends OperationName> {
  workspaceId: string
  operation: N
  /** As the page has it: the filters that are seen, and no limit of rows. */
  input: Input<N>
  /** Of the file, without its ending. */
  name: string
  /** On the button. */
  label?: string
}

/** Downloads a list as CSV: what the page shows, all of its rows. */
export function Export<N extends OperationName>({
  workspaceId,
  operation,
  input,
  name,
  label = 'CSV',
}: ExportProps<N>) {
  const download = useMutation<void, Problem>({
    async mutationFn() {
      saveCsv(await allPages(operation, input, workspaceId), `${name}.csv`)
    },
  })
  return (
    <>
      {download.error !== null && (
        <span role="alert" className="text-sm text-bad">
          {download.error.message}
        </span>
      )}
      <Button kind="quiet" disabled={download.isPending} onClick={() => download.mutate()}>
        {download.isPending ? 'Collecting…' : label}
      </Button>
    </>
  )
}

/** What a browser can hold as one text; whoever needs more takes the API. */
const maxCharacters = 200_000_000

async function allPages<N extends OperationName>(operation: N, input: Input<N>, workspaceId: string) {
  const parts: string[] = []
  let characters = 0
  let cursor: string | undefined
  do {
    const page = await onePage(operation, { ...input, limit: 100, ...(cursor && { cursor }) }, workspaceId)
    // The names of the columns stand above each page.
    parts.push(parts.length === 0 ? page.text : page.text.slice(page.text.indexOf('\r\n') + 2))
    characters += page.text.length
    if (characters > maxCharacters)
      throw new Problem('too_large', `More than ${count(maxCharacters)} characters: narrow the filters.`, 413)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return parts.join('')
}

/** Waits where the server asks for it: a long list is many requests. */
async function onePage<N extends OperationName>(operation: N, input: Input<N>, workspaceId: string) {
  for (;;) {
    try {
      return await callCsv(operation, input, { workspaceId })
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 429) throw error
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSeconds ?? 5) * 1000))
    }
  }
}
