import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import type { ResponseOf } from '../../api/client.ts'
import { usePages } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { ViewLink } from '../../frame/brand-link.tsx'
import { useFilters } from '../../frame/use-brand.ts'
import { Button } from '../../ui/button.tsx'
import { inputClass } from '../../ui/field.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Empty, Panel } from '../../ui/panel.tsx'

type Passage = ResponseOf<'search-knowledge'>['data'][number]

/** Searches all documents. The URL holds the query. */
export function KnowledgeSearch() {
  const { search } = useFilters()
  const navigate = useNavigate()
  const asked = search.q ?? ''
  const [question, setQuestion] = useState(asked)
  useEffect(() => setQuestion(asked), [asked])
  const ask = (q: string) =>
    void navigate({ to: '.', search: { ...search, q: q === '' ? undefined : q } as never })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask(question.trim())
  }
  return (
    <>
      <search>
        <form className="flex gap-2" onSubmit={submit}>
          <input
            type="search"
            aria-label="Search documents"
            placeholder="Search documents by question or keywords"
            maxLength={500}
            className={inputClass}
            value={question}
            onChange={(event) => setQuestion(event.target.value)}
          />
          <Button kind="main" type="submit">
            Search
          </Button>
        </form>
      </search>
      {asked !== '' && <Answers q={asked} onClose={() => ask('')} />}
    </>
  )
}

function Answers({ q, onClose }: { q: string; onClose: () => void }) {
  const query = usePages('search-knowledge', { q, limit: 10 })
  const meta = query.data?.pages[0]?.meta
  return (
    <Panel
      title={
        <>
          Passages for “<bdi>{q}</bdi>”
        </>
      }
      about={meta === undefined ? undefined : foundIn(meta)}
      actions={
        <Button kind="quiet" onClick={onClose}>
          Close
        </Button>
      }
    >
      {meta?.problem != null && <p className="mb-3 text-sm text-warn">{meta.problem}</p>}
      <Pages
        query={query}
        empty={<Empty title="No matching passages">Try other words, or add a document.</Empty>}
      >
        {(passages) => (
          <ol className="divide-y divide-line">
            {passages.map((passage) => (
              <PassageRow key={`${passage.document_id} ${passage.chunk}`} passage={passage} />
            ))}
          </ol>
        )}
      </Pages>
    </Panel>
  )
}

function foundIn({ total, similar, ranking }: NonNullable<ResponseOf<'search-knowledge'>['meta']>): string {
  const found = `${count(total)} found, best first, by ${ranking === 'hybrid' ? 'keywords and meaning' : 'keywords'}`
  return similar ? `${found}; no exact match, so similar words were searched` : found
}

function PassageRow({
  passage: { document_id, document_title, page, headings, text },
}: {
  passage: Passage
}) {
  const place = [...headings, ...(page === null ? [] : [`page ${count(page)}`])]
  return (
    <li className="py-3">
      <p dir="auto" className="max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">
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
