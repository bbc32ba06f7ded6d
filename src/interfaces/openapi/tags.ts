/** Groups of operations, in the order of the reference. */
export const tags = [
  ['me', 'The API key and its permissions'],
  ['usage', 'Requests of the workspace’s API keys'],
  ['brands', 'Brands that the key can access'],
  ['profile', 'The brand profile'],
  ['products', 'Products of the brand'],
  ['competitors', 'Competitors, their rankings, and answers that mention only them'],
  ['engines', 'AI search engines with answers'],
  ['topics', 'Topics of prompts, and the brand’s figures for each'],
  ['tags', 'Labels on prompts'],
  ['prompts', 'Prompts sent to engines, and suggested prompts'],
  ['collection', 'Collection runs, their coverage and spend'],
  ['executions', 'Individual answers'],
  ['visibility', 'Visibility of the brand and its competitors in answers'],
  ['citations', 'Pages that answers cite, and earned mentions'],
  ['opportunities', 'Recommended next steps'],
  ['experiments', 'Whether work on some prompts paid off'],
  ['reports', 'Saved reports on a brand’s figures in a period'],
  ['report-settings', 'Report schedules and recipients'],
  ['notes', 'Notes on events of a day'],
  ['alignment', 'Prompt categories and suggested prompts'],
  ['crawler', 'AI bot visits'],
  ['traffic', 'Visits of people from AI engines'],
  ['website', 'Pages of the brand’s website'],
  ['technical', 'Site audits and their issues'],
  ['knowledge-documents', 'Documents with facts about the brand'],
  ['writing-styles', 'Writing styles for the brand’s texts'],
  ['exports', 'Collected data as files for other programs'],
  ['credits', 'Credits that audits use'],
] as const

/** The tag of an operation: the first noun of its path, or the one after the brand. */
export function tagOf(path: string): string {
  const nouns = path.split('/').slice(2)
  const noun = nouns[1] === '{brand_id}' ? nouns[2] : nouns[0]
  return noun ?? ''
}
