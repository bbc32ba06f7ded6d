import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

export const structuredDataInvalid = defineCheck({
  id: 'structured-data-invalid',
  name: 'Structured data that cannot be read',
  category: 'structured_data',
  issue_type: 'error',
  severity: 'high',
  description: 'A block of JSON-LD is not valid JSON.',
  docs: {
    what: 'Parsing a script of type application/ld+json fails, often for a comma too many or quotes that are not escaped.',
    why: 'The whole block is thrown away, with everything that it says about the page.',
    how: 'Write the block with a JSON library in place of a text template.',
    example: `{ "name": "The "best" bag", }
{ "name": "The \\"best\\" bag" }`,
  },
  ofPage: (facts) => pageIf((contentOf(facts)?.structuredData.faults.length ?? 0) > 0),
})
