import { defineCheck } from '../define-check.ts'
import { elements, servedDocument } from '../page-kinds.ts'

export const mixedContent = defineCheck({
  id: 'mixed-content',
  name: 'Secure page loads parts without encryption',
  category: 'security',
  issue_type: 'error',
  severity: 'medium',
  description:
    'The page is served over https and loads images, scripts or frames over http. The evidence names them.',
  docs: {
    what: 'Browsers block such scripts and frames, and warn about images.',
    why: 'A page that shows differently than it should is judged by what is left of it.',
    how: 'Load everything over https.',
    example: `<img src="http://cdn.example/logo.png">
<img src="https://cdn.example/logo.png">`,
  },
  ofPage: (facts) => elements(servedDocument(facts)?.insecureResources ?? []),
})
