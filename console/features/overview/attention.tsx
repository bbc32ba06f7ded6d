import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read, readAll } from '../../api/queries.ts'
import { engineName } from '../../copy/engines.ts'
import { count, dollars, percent } from '../../format/numbers.ts'
import { useBrand, useFilters } from '../../frame/use-brand.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { Panel } from '../../ui/panel.tsx'

interface Step {
  key: string
  section: 'collection' | 'site-health' | 'opportunities'
  tab?: string
  isUrgent: boolean
  words: ReactNode
}

/** Next steps: first what blocks data, then what improves results. Renders nothing if there are none. */
export function Attention() {
  const { workspaceId, brandId } = useBrand()
  const steps = [...useProviders(), ...useBudget(), ...useGaps(), ...useSite(), ...useOpportunities()]
  if (steps.length === 0) return null
  return (
    <Panel title="Do next">
      <ul className="divide-y divide-line">
        {steps.map(({ key, section, tab, isUrgent, words }) => (
          <li key={key} className="py-2">
            <Link
              to={`/$workspaceId/$brandId/${section}`}
              params={{ workspaceId, brandId }}
              search={{ tab } as never}
              className="flex gap-3 hover:underline"
            >
              <span
                aria-hidden="true"
                className={`mt-2 size-2 shrink-0 rounded-full ${isUrgent ? 'bg-bad' : 'bg-accent'}`}
              />
              <span className="min-w-0 [overflow-wrap:anywhere]">{words}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function useProviders(): Step[] {
  const { workspaceId } = useBrand()
  const may = usePermission(workspaceId)
  const { data } = useQuery({ ...read(workspaceId, 'list-sources', {}), enabled: may('list-sources') })
  return (data?.data ?? []).flatMap(({ id, name, paused_reason, needs_api_key }) =>
    paused_reason === null && !needs_api_key
      ? []
      : [
          {
            key: id,
            section: 'collection' as const,
            tab: 'sources',
            isUrgent: true,
            words: (
              <>
                {name} is paused: <bdi>{paused_reason ?? 'API key required'}</bdi>
              </>
            ),
          },
        ],
  )
}

function useBudget(): Step[] {
  const { workspaceId, brandId } = useBrand()
  const { data } = useQuery(read(workspaceId, 'estimate-collection', { brand_id: brandId }))
  const plan = data?.data
  if (plan === undefined || plan.engines.length === 0) return []
  const need = { key: 'money', section: 'collection' as const, isUrgent: true }
  if (plan.budget_usd === null)
    return [{ ...need, words: 'No budget is set. Set one to run the planned engines.' }]
  if (plan.left_usd !== null && plan.left_usd <= 0)
    return [{ ...need, words: `The budget of ${dollars(plan.budget_usd)} is used up for this month.` }]
  return plan.fits === null ? [] : [{ ...need, isUrgent: false, words: plan.fits.note }]
}

/** Engines with low coverage. */
function useGaps(): Step[] {
  const { workspaceId, brandId } = useBrand()
  const { filters, input } = useFilters()
  const { engine: _, ...rest } = input as typeof input & { engine?: string[] }
  const { data } = useQuery(
    readAll(workspaceId, 'list-engine-visibility', {
      brand_id: brandId,
      ...rest,
      compare_to_previous: filters.compare,
    }),
  )
  return (data?.meta.coverage ?? []).flatMap(({ engine, planned, coverage_pct }) =>
    planned === 0 || coverage_pct === null || coverage_pct >= 95
      ? []
      : [
          {
            key: `coverage ${engine}`,
            section: 'collection' as const,
            tab: 'coverage',
            isUrgent: coverage_pct < 50,
            words: `${engineName(engine)}: ${percent(coverage_pct, 0)} of ${count(planned)} planned answers collected.`,
          },
        ],
  )
}

function useSite(): Step[] {
  const { workspaceId, brandId } = useBrand()
  const { data } = useQuery(
    read(workspaceId, 'list-issues', { brand_id: brandId, issue_type: ['critical'], limit: 3 }),
  )
  return (data?.data ?? []).map(({ id, name, affected_pages }) => ({
    key: id,
    section: 'site-health' as const,
    isUrgent: true,
    words: `${name ?? 'A critical issue'}: ${count(affected_pages)} ${affected_pages === 1 ? 'page' : 'pages'} affected.`,
  }))
}

function useOpportunities(): Step[] {
  const { workspaceId, brandId } = useBrand()
  const { data } = useQuery(
    read(workspaceId, 'list-opportunities', { brand_id: brandId, state: ['open'], limit: 3 }),
  )
  return (data?.data ?? []).map(({ id, title }) => ({
    key: id,
    section: 'opportunities' as const,
    isUrgent: false,
    words: <bdi>{title}</bdi>,
  }))
}
