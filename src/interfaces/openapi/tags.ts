/** What the operations are grouped by, in the order in which a reader meets them. */
export const tags = [
  ['me', 'Who the key is'],
  ['usage', 'Requests of the workspace’s keys'],
  ['brands', 'The brands that the key reaches'],
  ['profile', 'What a brand is, in words'],
  ['products', 'What it sells'],
  ['competitors', 'Whom it is compared with, how they rank, and where they are named without it'],
  ['engines', 'The AI search engines whose answers are there'],
  ['topics', 'What prompts are about, and how the brand stands on each'],
  ['tags', 'Labels on prompts'],
  ['prompts', 'The questions that engines are asked, and suggestions of more'],
  ['collection', 'What was asked of engines, and what came of it'],
  ['executions', 'The answers, one by one'],
  ['visibility', 'How the brand and its competitors appear in answers'],
  ['citations', 'Pages that answers cite, and those where a mention can be earned'],
  ['opportunities', 'What to do next'],
  ['reports', 'What a brand’s figures were in a period, kept as they were'],
  ['report-settings', 'Which reports are made by themselves, and whom they are mailed to'],
  ['notes', 'What happened on a day'],
  ['alignment', 'Categories of prompts, and suggested prompts'],
  ['crawler', 'Visits of AI bots'],
  ['website', 'The brand’s own pages'],
  ['technical', 'Audits of the website, and the issues that they find'],
  ['knowledge-documents', 'Documents that tell what is true of the brand'],
  ['writing-styles', 'How texts for the brand are written'],
  ['exports', 'All that was observed as files, for other programs'],
  ['credits', 'What audits are paid with'],
] as const

/** The group of an operation: the noun of its path that follows the brand, or the first one. */
export function tagOf(path: string): string {
  const nouns = path.split('/').slice(2)
  const noun = nouns[1] === '{brand_id}' ? nouns[2] : nouns[0]
  return noun ?? ''
}
