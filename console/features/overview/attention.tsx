import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read, readAll } from '../../api/queries.ts'
import { engineName } from '../../copy/engines.ts'
import { count, dollars, percent } from '../../format/numbers.ts'
import { useBrand, useFilters } from '../../frame/use-brand.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { Panel } from '../../ui/panel.tsx'

interface Need {
  key: string
  section: 'collection' | 'site-health' | 'opportunities'
  tab?: string
  isUrgent: boolean
  words: ReactNode
}

/** What needs somebody: what keeps figures from coming first, then what would better them. Nothing where nothing does. */
export function Attention() {
  const { workspaceId, brandId } = useBrand()
  const needs = [...useProviders(), ...useMoney(), ...useGaps(), ...useSite(), ...useOpportunities()]
  if (needs.length === 0) return null
  return (
    <Panel title="What needs you">
      <ul className="divide-y divide-line">
        {needs.map(({ key, section, tab, isUrgent, words }) => (
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

function useProviders(): Need[] {
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
                {name} is no longer asked: <bdi>{paused_reason ?? 'it needs its key again'}</bdi>
              </>
            ),
          },
        ],
  )
}

function useMoney(): Need[] {
  const { workspaceId, brandId } = useBrand()
  const { data } = useQuery(read(workspaceId, 'estimate-collection', { brand_id: brandId }))
  const plan = data?.data
  if (plan === undefined || plan.engines.length === 0) return []
  const need = { key: 'money', section: 'collection' as const, isUrgent: true }
  if (plan.budget_usd === null)
    return [{ ...need, words: 'Engines are planned, and nothing is asked: there is no budget.' }]
  if (plan.left_usd !== null && plan.left_usd <= 0)
    return [{ ...need, words: `The budget of ${dollars(plan.budget_usd)} is spent for this month.` }]
  return plan.fits === null ? [] : [{ ...need, isUrgent: false, words: plan.fits.note }]
}

/** Engines of which few of the planned answers have come. */
function useGaps(): Need[] {
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
            words: `${engineName(engine)}: ${percent(coverage_pct, 0)} of ${count(planned)} planned answers have come.`,
          },
        ],
  )
}

function useSite(): Need[] {
  const { workspaceId, brandId } = useBrand()
  const { data } = useQuery(
    read(workspaceId, 'list-issues', { brand_id: brandId, issue_type: ['critical'], limit: 3 }),
  )
  return (data?.data ?? []).map(({ id, name, affected_pages }) => ({
    key: id,
    section: 'site-health' as const,
    isUrgent: true,
    words: `${name ?? 'A critical issue'}: ${count(affected_pages)} ${affected_pages === 1 ? 'page' : 'pages'} of the site.`,
  }))
}

function useOpportunities(): Need[] {
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
