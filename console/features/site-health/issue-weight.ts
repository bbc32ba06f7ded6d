import type { Input, RowOf } from '../../api/hooks.ts'
import groups from './issue-groups.json' with { type: 'json' }

type Issue = RowOf<'list-issues'>
type Severity = Issue['severity']

export const severities = ['high', 'medium', 'low'] as const satisfies readonly Severity[]

export interface WeighedIssue extends Issue {
  /** Citations of its pages in the last 30 days. Null until Sightline has counted them. */
  citations: number | null
}

/** From this share of the site's citations (percent), an issue counts as one level more severe. */
export const raisingShare = 25

/**
 * Raises the severity of issues whose pages hold a large part of the site's citations. Critical ones first, then the
 * most severe, then those with most citations.
 * @param citations by the id of the issue
 * @param total of the site
 */
export function weigh(issues: readonly Issue[], citations: ReadonlyMap<string, number>, total: number): WeighedIssue[] {
  const weighed = issues.map((issue) => {
    const counted = citations.get(issue.id) ?? null
    const isRaised = total > 0 && ((counted ?? 0) * 100) / total >= raisingShare
    const level = severities.indexOf(issue.severity) - (isRaised ? 1 : 0)
    return { ...issue, severity: severities[Math.max(0, level)] as Severity, citations: counted }
  })
  const place = ({ issue_type, severity }: WeighedIssue) =>
    issue_type === 'critical' ? -1 : severities.indexOf(severity)
  return weighed.sort((a, b) => place(a) - place(b) || (b.citations ?? 0) - (a.citations ?? 0))
}

export const groupNames: Readonly<Record<string, string>> = {
  all: 'All',
  ...Object.fromEntries(Object.entries(groups).map(([key, { name }]) => [key, name])),
}

export const categoriesOf = (group: string) =>
  groups[group as keyof typeof groups]?.categories as Input<'list-issues'>['category']
