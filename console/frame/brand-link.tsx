import { Link, type LinkProps, useParams } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { useFilters } from './use-brand.ts'

interface LinkLookProps {
  className?: string
  title?: string
  ref?: Ref<HTMLAnchorElement>
  'aria-label'?: string
  children?: ReactNode
}

interface BrandLinkProps extends LinkLookProps {
  /** The page’s path below the brand, such as `answers`, or `prompts/` and an id. */
  to: string
  search?: object
}

const linkClass = 'text-accent hover:underline'

/** A link to a page of the brand. */
export function BrandLink({ to, search, className = linkClass, ...look }: BrandLinkProps) {
  const { workspaceId, brandId } = useParams({ from: '/signed-in/$workspaceId/$brandId' })
  const place = { to: `/${workspaceId}/${brandId}/${to}`, search } as LinkProps
  return <Link {...place} {...look} className={className} />
}

interface ViewLinkProps extends LinkLookProps {
  /** The URL parameters to change. */
  change: object
}

/** A link to another view of the same page. */
export function ViewLink({ change, className = linkClass, ...look }: ViewLinkProps) {
  const { search } = useFilters()
  return <Link to="." search={{ ...search, ...change } as never} {...look} className={className} />
}
