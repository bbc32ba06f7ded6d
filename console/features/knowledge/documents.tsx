import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ResponseOf } from '../../api/client.ts'
import { usePages, useRead } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { ViewLink } from '../../frame/brand-link.tsx'
import { useBrand, useFilters } from '../../frame/use-brand.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Export } from '../../ui/export.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty } from '../../ui/panel.tsx'
import { actionsColumn, agoColumn, type Column } from '../../ui/table.tsx'
import { AddDocument } from './add-document.tsx'
import { Document, kindOf, State } from './document.tsx'
import { KnowledgeSearch } from './search.tsx'

type Row = ResponseOf<'list-knowledge-documents'>['data'][number]

const reads = ['list-knowledge-documents', 'get-knowledge-document', 'search-knowledge'] as const

/** Documents about the brand: search, add, reprocess and delete; or one open document. */
export function Documents() {
  const { workspaceId, brandId } = useBrand()
  const { search } = useFilters()
  const mayEdit = usePermission()('add-knowledge-document')
  useDocumentsOfTasks(workspaceId, brandId)
  if (search.document !== undefined) return <Document documentId={search.document} mayEdit={mayEdit} />
  return (
    <>
      <KnowledgeSearch />
      <DocumentList mayEdit={mayEdit} />
      {mayEdit && <AddDocument />}
    </>
  )
}

/** Refetches the list when a task has added a document. */
function useDocumentsOfTasks(workspaceId: string, brandId: string): void {
  const queries = useQueryClient()
  const { data } = useRead('list-tasks', { of_brand_id: brandId, limit: 20 })
  const added = data?.data
    .filter(({ operation, state }) => operation === 'add-knowledge-document' && state === 'done')
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    if (added !== undefined && added !== '')
      void queries.invalidateQueries({ queryKey: [workspaceId, 'list-knowledge-documents'] })
  }, [added, queries, workspaceId])
}

function DocumentList({ mayEdit }: { mayEdit: boolean }) {
  const query = usePages('list-knowledge-documents', { limit: 50 })
  const isReading = query.data?.pages.some(({ data }) => data.some(({ status }) => status === 'processing'))
  const { refetch } = query
  useEffect(() => {
    if (!isReading) return undefined
    const timer = setInterval(() => void refetch(), 2000)
    return () => clearInterval(timer)
  }, [isReading, refetch])
  return (
    <ListPanel
      title="Documents"
      about="newest first"
      list={pagedListOf(query)}
      columns={columnsFor(mayEdit)}
      actions={<Export operation="list-knowledge-documents" name="documents" />}
      empty={
        <Empty title="No documents yet">
          Add documents that describe the brand, such as a website page, manual or style guide.
        </Empty>
      }
    />
  )
}

const columnsFor = (mayEdit: boolean): Column<Row>[] => [
  { name: 'Document', className: 'w-full', cell: (row) => <Title document={row} /> },
  { name: 'Type', isMinor: true, className: 'whitespace-nowrap', cell: kindOf },
  { name: 'State', className: 'md:whitespace-nowrap', cell: ({ status }) => <State status={status} /> },
  { name: 'Passages', isNumber: true, isMinor: true, cell: ({ chunks }) => count(chunks) },
  agoColumn('Added', ({ created_at }) => created_at),
  actionsColumn(
    ({ id, title }) =>
      mayEdit && (
        <ConfirmButton
          kind="quiet"
          name={`Delete ${title}`}
          title={`Delete “${title}”?`}
          operation="delete-knowledge-document"
          input={{ document_id: id }}
          changes={reads}
        >
          <p>This deletes its text and passages. You cannot undo this.</p>
        </ConfirmButton>
      ),
  ),
]

/** A document’s title with its summary or error. */
function Title({ document: { id, title, summary, error } }: { document: Row }) {
  return (
    <>
      <ViewLink change={{ document: id }} className="hover:underline">
        <bdi>{title}</bdi>
      </ViewLink>
      {error !== null && <span className="block text-sm text-down [overflow-wrap:anywhere]">{error}</span>}
      {summary !== null && (
        <span className="line-clamp-2 text-sm text-muted">
          <bdi>{summary}</bdi>
        </span>
      )}
    </>
  )
}
