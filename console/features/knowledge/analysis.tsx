import type { UseQueryResult } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Problem, ResponseOf } from '../../api/client.ts'
import { useWrite } from '../../api/use-write.ts'
import { count } from '../../format/numbers.ts'
import { ago, utcTime } from '../../format/times.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { Button } from '../../ui/button.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Skeleton } from '../../ui/states.tsx'

type Shape = ResponseOf<'get-brand-analysis'>

interface AnalysisProps {
  query: UseQueryResult<Shape, Problem>
  mayEdit: boolean
}

/** How the website was last read for the profile, and the way to have it read again. */
export function Analysis({ query, mayEdit }: AnalysisProps) {
  const { workspaceId, brandId, brand } = useBrand()
  const start = useWrite('analyse-brand', { workspaceId, changes: ['get-brand-analysis'] })
  const isNone = query.error?.code === 'not_found'
  const analysis = isNone ? undefined : query.data?.data
  useProfileOf(analysis?.ended_at ?? undefined)
  return (
    <Panel
      title="Analysis of the website"
      about="fills in what nobody has entered, from pages and documents"
      actions={
        mayEdit && (
          <Button
            disabled={start.isPending || analysis?.status === 'running'}
            onClick={() => start.mutate({ brand_id: brandId })}
          >
            {analysis === undefined ? 'Analyse' : 'Analyse again'}
          </Button>
        )
      }
    >
      {start.error !== null && <ProblemNote problem={start.error} />}
      {query.error !== null && !isNone && (
        <ProblemNote problem={query.error} onRetry={() => void query.refetch()} />
      )}
      {analysis !== undefined ? (
        <Outcome analysis={analysis} />
      ) : isNone ? (
        <p className="text-muted">
          {brand?.primary_domain == null
            ? 'Nothing was analysed yet. Give the brand a domain, or add a document, so that there is something to read.'
            : `${brand.primary_domain} was not analysed yet.`}
        </p>
      ) : (
        query.error === null && <Skeleton lines={3} />
      )}
    </Panel>
  )
}

/** What an analysis has written is shown once it has ended. */
function useProfileOf(endedAt: string | undefined): void {
  const { workspaceId } = useBrand()
  const queries = useQueryClient()
  useEffect(() => {
    if (endedAt === undefined) return
    for (const one of ['get-profile', 'list-products'])
      void queries.invalidateQueries({ queryKey: [workspaceId, one] })
  }, [endedAt, queries, workspaceId])
}

const readers = { model: 'the language model', declared: 'what pages declare of themselves' } as const

function Outcome({ analysis }: { analysis: Shape['data'] }) {
  const { status, error, started_at, derived_by, model_problem, site_problem, pages, documents } = analysis
  const { products_added, suggested_aliases } = analysis
  const when = (
    <time title={utcTime(started_at)} className="whitespace-nowrap">
      {ago(started_at, new Date())}
    </time>
  )
  if (status === 'running') return <p>The website is being read, since {when}.</p>
  return (
    <div className="space-y-2">
      <p className={status === 'failed' ? 'text-bad' : ''}>
        {status === 'failed' ? `It failed: ${error ?? 'for a reason that is not known'}` : 'It is done'} (
        {when}).
      </p>
      {status === 'done' && (
        <p className="text-muted">
          {count(pages.length)} pages and {count(documents)} documents were read
          {derived_by !== null && `; what it says comes from ${readers[derived_by]}`}.{' '}
          {products_added > 0 && `${count(products_added)} products were added.`}
        </p>
      )}
      {[site_problem, model_problem]
        .filter((problem) => problem !== null)
        .map((problem) => (
          <p key={problem} className="text-sm text-warn [overflow-wrap:anywhere]">
            {problem}
          </p>
        ))}
      {suggested_aliases.length > 0 && (
        <p>
          It may also be called <bdi>{suggested_aliases.join(', ')}</bdi>: add what is right to the other
          names.
        </p>
      )}
      {pages.length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm text-accent">Pages that were read</summary>
          <ul className="mt-2 space-y-1 text-sm">
            {pages.map((url) => (
              <li key={url}>
                <ExternalLink url={url} domain={url} title={null} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
