import type { ResponseOf } from '../api/client.ts'
import { count, countOf, percent } from '../format/numbers.ts'

type Opportunity = ResponseOf<'list-opportunities'>['data'][number]

/** What to do, verb first, and why in a few words. */
export function describeOpportunity({ title, evidence, category }: Opportunity): {
  action: string
  reason: string
  kind: 'content' | 'technical' | 'outreach'
} {
  if ('top_competitor_name' in evidence) {
    const topic = title.split(' leads on ').at(-1) ?? title
    const {
      top_competitor_name: leader,
      top_competitor_visibility_pct: theirs,
      visibility_pct: own,
    } = evidence
    return {
      action: `Win back ${topic}`,
      reason: `${leader} ${percent(theirs, 0)}, you ${percent(own, 0)}`,
      kind: 'content',
    }
  }
  if ('competitors' in evidence)
    return {
      action: `Get mentioned for “${evidence.prompt}”`,
      reason: `Mentioned instead: ${evidence.competitors.join(', ')}`,
      kind: 'content',
    }
  if ('dated_at' in evidence) return { action: 'Update a cited page', reason: evidence.url, kind: 'content' }
  if ('affected_pages' in evidence) {
    const [name = title] = title.split(/: \d/)
    const pages = evidence.affected_pages
    return {
      action: `Fix: ${name}`,
      reason: `${countOf(pages, 'page')}`,
      kind: 'technical',
    }
  }
  if ('domain' in evidence)
    return {
      action: `Get mentioned on ${evidence.domain}`,
      reason: `${count(evidence.citation_count)} citations`,
      kind: 'outreach',
    }
  return { action: title, reason: '', kind: category === 'technical' ? 'technical' : 'content' }
}
