import { type DataOf, type RowOf, useRead } from '../../api/hooks.ts'
import { count, countOf } from '../../format/numbers.ts'
import { ViewLink } from '../../frame/brand.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Empty, LoadedPanel } from '../../ui/panel.tsx'
import words from './words.json' with { type: 'json' }

export function Document({ documentId }: { documentId: string }) {
  const query = useRead(
    'get-knowledge-document',
    { document_id: documentId },
    { refetchInterval: ({ state }) => (state.data?.data.status === 'processing' ? 2000 : false) },
  )
  const document = query.data?.data
  return (
    <LoadedPanel
      query={query}
      lines={12}
      title={<bdi>{document?.title ?? 'Document'}</bdi>}
      actions={
        <>
          <ActionButton
            label="Reprocess"
            operation="resync-knowledge-document"
            disabled={document?.status === 'processing'}
            input={{ document_id: documentId }}
          />
          <ViewLink change={{ document: undefined }} className="px-2 py-1.5 text-sm text-accent hover:underline">
            All documents
          </ViewLink>
        </>
      }
    >
      {({ data }) => (
        <>
          <Facts
            facts={[
              ['State', <State key="state" status={data.status} />],
              ['Type', kindOf(data)],
              ['Characters', count(data.char_count)],
              ['Searchable passages', count(data.chunks)],
              ['Search method', data.index && (data.index === 'hybrid' ? 'Keywords and meaning' : 'Keywords')],
              ['Source', data.url && <ExternalLink key="source" url={data.url} domain={data.url} title={null} />],
            ]}
          />
          {problemsOf(data).map((problem) => (
            <p key={problem} className="mt-3 text-sm text-warn wrap-anywhere">
              {problem}
            </p>
          ))}
          {data.summary !== null && (
            <p className="mt-5 max-w-prose border-l-2 border-accent pl-4">
              <bdi>{data.summary}</bdi>
              <span className="block text-sm text-muted">
                {data.summarised_by === 'model'
                  ? `Summarized by ${data.summary_model ?? 'a model'}`
                  : 'Extracted from the document'}
              </span>
            </p>
          )}
          {data.raw_text === null || data.raw_text === '' ? (
            <Empty title="No text" />
          ) : (
            <section
              dir="auto"
              className="mt-5 max-h-[70vh] max-w-prose overflow-y-auto whitespace-pre-wrap wrap-anywhere"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
              tabIndex={0}
              aria-label="Text"
            >
              {data.raw_text}
            </section>
          )}
        </>
      )}
    </LoadedPanel>
  )
}

const problemsOf = ({ error, embedding_problem, summary_problem }: DataOf<'get-knowledge-document'>) =>
  [error, embedding_problem, summary_problem].filter((problem) => problem !== null)

type Row = RowOf<'list-knowledge-documents'>

export const kindOf = ({ format, pages }: Row) =>
  `${words.formats[format]}${pages === null ? '' : `, ${countOf(pages, 'page')}`}`

export const State = ({ status }: Pick<Row, 'status'>) => (
  <span className={{ processing: 'text-muted', ready: '', failed: 'text-down' }[status]}>
    {words.processing[status]}
  </span>
)
