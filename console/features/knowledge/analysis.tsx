import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Problem, ResponseOf } from '../../api/client.ts'
import { useWrite } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { Button } from '../../ui/button.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Panel, ProblemNote, Skeleton } from '../../ui/panel.tsx'
import { Ago } from '../../ui/time.tsx'

type Shape = ResponseOf<'get-brand-analysis'>

/** The last website analysis for the profile, and a button to run it again. */
export function Analysis({ query, mayEdit }: { query: UseQueryResult<Shape, Problem>; mayEdit: boolean }) {
  const { brand } = useBrand()
  const start = useWrite('analyse-brand', { changes: ['get-brand-analysis'] })
  const isNone = query.error?.code === 'not_found'
  const analysis = isNone ? undefined : query.data?.data
  useProfileOf(analysis?.ended_at ?? undefined)
  return (
    <Panel
      title="Read from website"
      about="fills empty fields from pages and documents"
      actions={
        mayEdit && (
          <Button
            disabled={start.isPending || analysis?.status === 'running'}
            onClick={() => start.mutate({})}
          >
            {analysis === undefined ? 'Analyze' : 'Analyze again'}
          </Button>
        )
      }
    >
      <ProblemNote problem={start.error} />
      {query.error !== null && !isNone && (
        <ProblemNote problem={query.error} onRetry={() => void query.refetch()} />
      )}
      {analysis !== undefined ? (
        <Outcome analysis={analysis} />
      ) : isNone ? (
        <p className="text-muted">
          {brand?.primary_domain == null
            ? 'Not analyzed yet. Add a domain or a document first.'
            : `${brand.primary_domain} has not been analyzed yet.`}
        </p>
      ) : (
        query.error === null && <Skeleton lines={3} />
      )}
    </Panel>
  )
}

/** Refetches the profile and products after an analysis ends. */
function useProfileOf(endedAt: string | undefined): void {
  const { workspaceId } = useBrand()
  const queries = useQueryClient()
  useEffect(() => {
    if (endedAt === undefined) return
    for (const one of ['get-profile', 'list-products'])
      void queries.invalidateQueries({ queryKey: [workspaceId, one] })
  }, [endedAt, queries, workspaceId])
}

const readers = { model: 'the language model', declared: 'structured data' } as const

function Outcome({ analysis }: { analysis: Shape['data'] }) {
  const { status, error, started_at, derived_by, model_problem, site_problem, pages, documents } = analysis
  const { products_added, suggested_aliases } = analysis
  const when = <Ago at={started_at} />
  if (status === 'running') return <p>Analysis running, started {when}.</p>
  return (
    <div className="space-y-2">
      <p className={status === 'failed' ? 'text-down' : ''}>
        {status === 'failed' ? `Failed: ${error ?? 'unknown reason'}` : 'Done'} ({when}).
      </p>
      {status === 'done' && (
        <p className="text-muted">
          {count(pages.length)} pages and {count(documents)} documents read
          {derived_by !== null && `, using ${readers[derived_by]}`}.{' '}
          {products_added > 0 && `${count(products_added)} products added.`}
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
          Possible aliases: <bdi>{suggested_aliases.join(', ')}</bdi>. Add the correct ones to the profile.
        </p>
      )}
      {pages.length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm text-accent">Pages read</summary>
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
