import { z } from 'zod'
import { filterBy } from '../../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../../kernel/operation.ts'
import { checks } from '../checks/checks.ts'
import {
  countOpenPages,
  issueCategory,
  issueSchema,
  issueSeverity,
  issueType,
  serializeIssue,
} from './issue.ts'

const severities = issueSeverity.options
const types = issueType.options

/** Most severe first. Audits do not change the order, so cursors stay valid. */
const ordered = [...checks].sort(
  (a, b) =>
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    types.indexOf(a.issue_type) - types.indexOf(b.issue_type) ||
    (a.id < b.id ? -1 : 1),
)

export const listIssues = defineOperation({
  name: 'list-issues',
  summary: 'List technical issues of the brand’s site with affected pages, most severe first',
  ...brandRead('read:opportunities', '/technical/issues'),
  fields: {
    category: filterBy(issueCategory).describe('Filter by category.'),
    issue_type: filterBy(issueType).describe('Filter by issue type.'),
    severity: filterBy(issueSeverity).describe('Filter by severity.'),
  },
  list: { position: z.string(), defaultLimit: 20 },
  data: z.array(issueSchema),
  async run({ ctx: { services, brand }, input, page }) {
    const { category, issue_type, severity } = input
    const rest = ordered.slice(ordered.findIndex(({ id }) => id === page.after) + 1)
    const wanted = rest.filter(
      (check) =>
        (category?.includes(check.category) ?? true) &&
        (issue_type?.includes(check.issue_type) ?? true) &&
        (severity?.includes(check.severity) ?? true),
    )
    const ids = wanted.map(({ id }) => id)
    const counted = await countOpenPages(services, brand.id, ids)
    const found = wanted.filter(({ id }) => counted.has(id))
    const shown = found.slice(0, page.limit)
    return {
      data: shown.flatMap((check) => {
        const pages = counted.get(check.id)
        return pages === undefined ? [] : [serializeIssue(services, brand.id, check, pages)]
      }),
      next: found.length > shown.length ? shown.at(-1)?.id : undefined,
    }
  },
})
