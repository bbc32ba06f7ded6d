import Braces from 'lucide-react/icons/braces'
import FilePen from 'lucide-react/icons/file-pen-line'
import Messages from 'lucide-react/icons/messages-square'
import AlertTriangle from 'lucide-react/icons/triangle-alert'
import { useRead, useReadAll } from '../../api/hooks.ts'
import { engineName } from '../../copy/engines.ts'
import { addDays, today } from '../../format/days.ts'
import { count, countOf, dollars, percent } from '../../format/numbers.ts'
import { BrandLink, PanelLink, useFilters } from '../../frame/brand.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { Empty, Panel } from '../../ui/panel.tsx'
import { useRankings } from '../figures/use-rankings.ts'
import { effectOf } from '../opportunities/effect.ts'

interface Step {
  key: string
  section: 'collection' | 'competitors' | 'site-health' | 'opportunities' | 'experiments'
  tab?: string
  opportunity?: string
  icon: keyof typeof icons
  action: string
  reason: string
  effect?: string
}

const icons = { urgent: AlertTriangle, technical: Braces, content: FilePen, platform: Messages }
const most = 5
/** As many as the sidebar counts, so that both share one request. */
const limit = 100

/** Results of finished work; then next steps, first what blocks data, then what improves results. */
export function DoNext() {
  const opportunities = useOpportunities()
  const urgent = [...useProviders(), ...useBudget(), ...useGaps(), ...useSite()]
  const steps = [...useResults(), ...urgent, ...useCompetitors(), ...opportunities]
  return (
    <Panel
      title="Do next"
      className="flex-1"
      isFlush
      actions={
        opportunities.length > 0 && (
          <PanelLink to="opportunities">
            All {opportunities.length < limit ? opportunities.length : `${limit}+`}
          </PanelLink>
        )
      }
    >
      {steps.length === 0 && <Empty title="Nothing to do" />}
      <ul>
        {steps.slice(0, most).map((step) => (
          <StepRow key={step.key} step={step} />
        ))}
      </ul>
    </Panel>
  )
}

function StepRow({ step: { section, tab, opportunity, icon, action, reason, effect } }: { step: Step }) {
  const Icon = icons[icon]
  return (
    <li className="border-t border-line hover:bg-hover">
      <BrandLink
        to={section}
        search={{ tab, opportunity }}
        className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2.5 px-4 py-2"
      >
        <Icon aria-hidden="true" className={`row-span-2 ${icon === 'urgent' ? 'text-down' : 'text-muted'}`} />
        <bdi className="truncate font-medium">{action}</bdi>
        <span className="font-medium whitespace-nowrap tabular-nums">{effect}</span>
        <bdi className="truncate text-sm text-muted">{reason}</bdi>
      </BrandLink>
    </li>
  )
}

function useProviders(): Step[] {
  const may = usePermission()
  const { data } = useRead('list-sources', {}, { enabled: may('list-sources') })
  return (data?.data ?? [])
    .filter(({ paused_reason: reason, needs_api_key: needsKey }) => reason !== null || needsKey)
    .map(({ id, name, paused_reason: reason }) => ({
      ...{ key: id, section: 'collection' as const, tab: 'sources', icon: 'urgent' as const },
      ...{ action: `Resume ${name}`, reason: reason ?? 'API key required' },
    }))
}

function useBudget(): Step[] {
  const { data } = useRead('estimate-collection')
  const plan = data?.data
  if (plan === undefined || plan.engines.length === 0) return []
  const need = { key: 'money', section: 'collection' as const, tab: 'plan', icon: 'urgent' as const }
  if (plan.budget_usd === null)
    return [{ ...need, action: 'Set a budget', reason: 'Planned engines run only with one.' }]
  if (plan.left_usd !== null && plan.left_usd <= 0)
    return [{ ...need, action: 'Raise the budget', reason: `${dollars(plan.budget_usd)} is used up this month.` }]
  return plan.fits === null ? [] : [{ ...need, action: 'Check the budget', reason: plan.fits.note }]
}

/** Engines with low coverage. */
function useGaps(): Step[] {
  const { filters, input } = useFilters()
  const { engine: _, ...rest } = input as typeof input & { engine?: string[] }
  const { data } = useReadAll('list-engine-visibility', { ...rest, compare_to_previous: filters.compare })
  return (data?.meta.coverage ?? [])
    .filter(({ planned, coverage_pct: coverage }) => planned > 0 && coverage !== null && coverage < 95)
    .map(({ engine, planned, coverage_pct: coverage }) => ({
      ...{ key: `coverage ${engine}`, section: 'collection' as const },
      icon: 'urgent' as const,
      action: `Check ${engineName(engine)}`,
      reason: `${percent(coverage, 0)} of ${count(planned)} planned answers collected`,
    }))
}

/** Without competitors, every share of voice is 100% and the brand leads every topic. */
function useCompetitors(): Step[] {
  const { data } = useRankings().query
  if (data?.meta.total_competitors !== 0) return []
  const compare = { action: 'Add competitors', reason: 'Share of voice and position need some.' }
  return [{ key: 'competitors', section: 'competitors', tab: 'suggested', icon: 'content', ...compare }]
}

function useSite(): Step[] {
  const { data } = useRead('list-issues', { issue_type: ['critical'], limit })
  return (data?.data ?? []).slice(0, 2).map(({ id, name, affected_pages: pages }) => ({
    ...{ key: id, section: 'site-health' as const, icon: 'urgent' as const },
    action: `Fix: ${name ?? 'a critical issue'}`,
    reason: `${countOf(pages, 'page')} affected`,
  }))
}

const results = { worked: 'Worked', no_clear_effect: 'No clear effect', backfired: 'Backfired' } as const

/** Verdicts of the last two weeks on work that an experiment measured. */
function useResults(): Step[] {
  const progress = Object.keys(results) as (keyof typeof results)[]
  const { data } = useRead('list-opportunities', { progress, limit: 20 })
  const since = addDays(today(new Date()), -14)
  return (data?.data ?? [])
    .filter(({ updated_at }) => updated_at >= since)
    .map(({ id, title, progress }) => ({
      ...{ key: id, section: 'experiments', icon: 'content', action: title },
      reason: `${results[progress as keyof typeof results]}: your experiment has a verdict.`,
    }))
}

function useOpportunities(): Step[] {
  const { data } = useRead('list-opportunities', { state: ['open'], sort: 'priority', limit })
  return (data?.data ?? []).map((row) => ({
    ...{ key: row.id, section: 'opportunities', icon: row.category, action: row.title, reason: row.why },
    opportunity: row.id,
    effect: effectOf(row),
  }))
}
