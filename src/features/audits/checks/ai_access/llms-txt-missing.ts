import { defineCheck } from '../define-check.ts'

export const llmsTxtMissing = defineCheck({
  id: 'llms-txt-missing',
  name: 'There is no llms.txt',
  category: 'ai_access',
  issue_type: 'opportunity',
  severity: 'low',
  description: 'The site has no llms.txt, a proposed guide to its content for language models.',
  docs: {
    what: 'At /llms.txt there is no text that begins as the proposal (llmstxt.org) has it.',
    why: 'Few engines read it today, but agents and programming tools do where it exists, and it costs little.',
    how: 'Add a Markdown file with the name of the site, a summary, and links to the pages that matter most.',
    example: `# Shop Example
> Everything about examples.

## Guides
- [First steps](https://shop.example/start)`,
  },
  ofSite: ({ home, llmsTxt }) => (llmsTxt.exists ? [] : [{ url: home.url, evidence: [llmsTxt.url] }]),
})
