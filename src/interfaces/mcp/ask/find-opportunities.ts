import {
  askTool,
  joinSentences,
  metaOf,
  pick,
  type Row,
  readAll,
  rowsOf,
  withoutEmptyFields,
} from './ask-tool.ts'

const shownRows = 5

/** Next steps from all sources of findings. */
export const findOpportunities = askTool({
  name: 'find_opportunities',
  title: 'Find opportunities',
  description:
    'How to get the brand mentioned more, in one call: open opportunities with the largest reach, cited pages that mention only competitors, technical issues that block AI bots, and prompts worth adding. Each with the tool for details.',
  filtersOf: 'list-opportunities',
  filters: ['topic_id', 'category'],
  operations: ['list-opportunities', 'list-earned-mentions', 'list-issues', 'list-prompt-suggestions'],
  async answer({ caller, brandId, filters }) {
    const ofTopic = pick(filters, 'topic_id')
    const { found, unavailable } = await readAll(caller, brandId, {
      opportunities: ['list-opportunities', { ...filters, status: ['open'], limit: shownRows }],
      pages_to_be_named_on: ['list-earned-mentions', { ...ofTopic, limit: shownRows }],
      technical_issues: ['list-issues', { limit: shownRows }],
      prompts_worth_asking: ['list-prompt-suggestions', { limit: shownRows }],
    })
    const opportunities = rowsOf(found.opportunities)
    const issues = rowsOf(found.technical_issues)
    const { total } = metaOf(found.pages_to_be_named_on)
    return {
      digest: joinSentences(
        found.opportunities && opportunitiesInWords(opportunities),
        total === undefined ? undefined : `${total} cited pages mention competitors but not the brand.`,
        issues.length === 0
          ? undefined
          : `Worst technical issues: ${issues.map(({ name }) => name).join('; ')}.`,
      ),
      content: withoutEmptyFields({
        opportunities: opportunities.map((row) =>
          pick(row, 'id', 'category', 'kind', 'title', 'topic_id', 'topic_name', 'expected_reach'),
        ),
        pages_to_be_named_on: rowsOf(found.pages_to_be_named_on).map((row) =>
          pick(row, 'url', 'title', 'competitors_on_page', 'citation_count', 'score', 'priority_bucket'),
        ),
        technical_issues: issues.map((row) => pick(row, 'id', 'name', 'severity', 'affected_pages')),
        prompts_worth_asking: rowsOf(found.prompts_worth_asking),
        unavailable,
      }),
      thirdParty: ['text'],
    }
  },
})

function opportunitiesInWords(rows: readonly Row[]): string {
  if (rows.length === 0) return 'No open opportunities.'
  const named = rows.map(
    ({ kind, topic_name, expected_reach }) =>
      `${kind}${topic_name === undefined ? '' : ` (${topic_name})`}, reach ${expected_reach}`,
  )
  return `Open opportunities with the largest reach: ${named.join('; ')}.`
}
