import { useState } from 'react'
import { type ResponseOf, type RowOf, usePages } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { webAddress } from '../../format/web-address.ts'
import { useBrand, useFilters, ViewLink } from '../../frame/brand.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { useParam } from '../../search/use-param.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { OperationForm } from '../../ui/edit-form.tsx'
import { inputClass } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty, Panel } from '../../ui/panel.tsx'
import { ReadPanel } from '../../ui/read-panel.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import {
  actionsColumn,
  agoColumn,
  type Column,
  column,
  mainColumn,
  minorColumn,
  numberColumn,
} from '../../ui/table.tsx'
import { RunningTasks } from '../collection/running-tasks.tsx'
import { Document, kindOf, State } from './document.tsx'

type Row = RowOf<'list-knowledge-documents'>

/** Documents about the brand: search, add, reprocess and delete; or one open document. */
export function Documents() {
  const { search } = useFilters()
  const mayEdit = usePermission()('add-knowledge-document')
  if (search.document !== undefined) return <Document documentId={search.document} />
  return (
    <>
      <SearchForm
        param="q"
        label="Search documents"
        placeholder="Search documents by question or keywords"
        maxLength={500}
        className={inputClass}
      >
        <Button label="Search" kind="main" type="submit" />
      </SearchForm>
      {search.q !== undefined && <Answers q={search.q} />}
      <ReadPanel
        read="list-knowledge-documents"
        limit={50}
        columns={columns}
        isBusy={({ status }) => status === 'processing'}
      />
      {mayEdit && <AddDocument />}
    </>
  )
}

const columns: readonly Column<Row>[] = [
  mainColumn('Document', ({ id, title, summary, error }) => (
    <>
      <ViewLink change={{ document: id }} className="hover:underline">
        <bdi>{title}</bdi>
      </ViewLink>
      {error !== null && <span className="block text-sm text-down wrap-anywhere first-letter:uppercase">{error}</span>}
      {summary !== null && <bdi className="line-clamp-2 text-sm text-muted">{summary}</bdi>}
    </>
  )),
  minorColumn({ name: 'Type', className: 'whitespace-nowrap' }, kindOf),
  column({ name: 'State', className: 'md:whitespace-nowrap' }, ({ status }) => <State status={status} />),
  numberColumn('Passages', ({ chunks }) => count(chunks), 'minor'),
  agoColumn('Added', ({ created_at }) => created_at),
  actionsColumn(({ id, title }) => (
    <ConfirmButton kind="quiet" operation="delete-knowledge-document" of={title} input={{ document_id: id }} />
  )),
]

function Answers({ q }: { q: string }) {
  const [, ask] = useParam('q')
  const query = usePages('search-knowledge', { q, limit: 10 })
  const meta = query.data?.pages[0]?.meta
  return (
    <ListPanel
      title={`Passages for “${q}”`}
      about={meta && foundIn(meta)}
      actions={<Button label="Close" kind="quiet" onClick={() => ask(undefined)} />}
      list={pagedListOf(query)}
      empty={<Empty title="No matching passages">Try other words, or add a document.</Empty>}
      footnote={meta?.problem ?? undefined}
    >
      {(passages) => (
        <ol className="divide-y divide-line">
          {passages.map((passage) => (
            <PassageRow key={`${passage.document_id} ${passage.chunk}`} {...passage} />
          ))}
        </ol>
      )}
    </ListPanel>
  )
}

function foundIn({ total, similar, ranking }: NonNullable<ResponseOf<'search-knowledge'>['meta']>): string {
  const found = `${count(total)} found, best first, by ${ranking === 'hybrid' ? 'keywords and meaning' : 'keywords'}`
  return similar ? `${found}; no exact match, so similar words were searched` : found
}

function PassageRow({ document_id, document_title, page, headings, text }: RowOf<'search-knowledge'>) {
  const place = [...headings, ...(page === null ? [] : [`page ${count(page)}`])]
  return (
    <li className="py-3">
      <p dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere">
        {text}
      </p>
      <p className="mt-1 text-sm text-muted">
        <ViewLink change={{ document: document_id }}>
          <bdi>{document_title}</bdi>
        </ViewLink>
        {place.map((one) => (
          <bdi key={one}> · {one}</bdi>
        ))}
      </p>
    </li>
  )
}

/** Adds a document from a file or URL. It is processed in the background. */
function AddDocument() {
  const { brandId } = useBrand()
  const [file, setFile] = useState<File>()
  return (
    <>
      <RunningTasks operation="add-knowledge-document" doneWords={() => 'Done: added to the list'} />
      <Panel title="Add a document" about="PDF, HTML, Markdown, DOCX, or text">
        <OperationForm
          operation="start-task"
          draft={`document:${brandId}`}
          initial={{ url: '', title: '' }}
          fields={{ url: { isDisabled: file !== undefined } }}
          input={(_, { title, url }) => ({
            ...{ operation: 'add-knowledge-document', brand_id: brandId, file },
            input: JSON.stringify(file === undefined ? { title, url: webAddress(url) } : { title }),
          })}
          onDone={() => setFile(undefined)}
          button="main"
          lead={({ edit, values: { title, url } }) => (
            <FileDrop
              label="File"
              file={file}
              isDisabled={Boolean(url)}
              onChoose={(chosen) => {
                setFile(chosen)
                if (!title) edit.set({ title: titleOf(chosen?.name ?? '') })
              }}
            />
          )}
        />
      </Panel>
    </>
  )
}

/** A readable title from a file name. */
const titleOf = (name: string) => name.replace(/\.[^.]+$/, '').replace(/[_-]+/g, ' ')
