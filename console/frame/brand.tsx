import { Link, type LinkProps, useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { type ReactNode, type Ref, useMemo } from 'react'
import { useRead, useReadAll } from '../api/hooks.ts'
import { slotColor } from '../format/entity-colors.ts'
import { type Filters, filterInput, readFilters, writeFilters } from '../search/filters.ts'
import type { Search } from '../search/url.ts'

export function useBrand() {
  const { workspaceId, brandId } = useParams({ from: '/signed-in/$workspaceId/$brandId' })
  const { data } = useRead('list-brands')
  return { workspaceId, brandId, brand: data?.data.find(({ id }) => id === brandId) }
}

/** The filters from the URL as server input, and a setter that replaces the history entry. */
export function useFilters() {
  const search = useRouterState({ select: ({ location }) => location.search as Search })
  const navigate = useNavigate()
  const { filters, wrong } = useMemo(() => readFilters(search), [search])
  const input = filterInput(filters, new Date())
  const set = (changed: Partial<Filters>) =>
    void navigate({
      to: '.',
      search: { ...search, ...writeFilters({ ...filters, ...changed }) } as never,
      replace: true,
    })
  return { filters, wrong, input, set, search }
}

/** The color of each entity, from its permanent slot. No competitor has the brand’s color. */
export function useColors(): (id: string) => string {
  const { brandId } = useParams({ from: '/signed-in/$workspaceId/$brandId' })
  const { data } = useReadAll('list-competitors')
  const slots = useMemo(() => new Map(data?.data.map(({ id, color }) => [id, color])), [data])
  return (id) => (id === brandId ? 'var(--accent)' : slotColor(slots.get(id)))
}

interface LinkLookProps {
  className?: string
  title?: string
  ref?: Ref<HTMLAnchorElement>
  'aria-label'?: string
  'data-opens'?: string
  children?: ReactNode
}

interface BrandLinkProps extends LinkLookProps {
  /** The page’s path below the brand, such as `answers`, or `prompts/` and an id. */
  to: string
  search?: object
}

const linkClass = 'text-accent hover:underline'

export function BrandLink({ to, search, className = linkClass, ...look }: BrandLinkProps) {
  const { workspaceId, brandId } = useParams({ from: '/signed-in/$workspaceId/$brandId' })
  const place = { to: `/${workspaceId}/${brandId}/${to}`, search } as LinkProps
  return <Link {...place} {...look} className={className} />
}

/** A link at the top of a panel to the page with more. */
export const PanelLink = (link: BrandLinkProps) => (
  <BrandLink className="text-sm font-medium text-accent hover:underline" {...link} />
)

export const BackLink = (link: BrandLinkProps) => (
  <BrandLink className="block w-fit text-sm text-accent hover:underline" {...link} />
)

interface ViewLinkProps extends LinkLookProps {
  change: object
}

/** A link to another view of the same page, or to a drawer over it, which returns the focus to `data-opens`. */
export function ViewLink({ change, className = linkClass, ...look }: ViewLinkProps) {
  const { search } = useFilters()
  const place = { to: '.', search: { ...search, ...change } as never, resetScroll: look['data-opens'] === undefined }
  return <Link {...place} {...look} className={className} />
}
