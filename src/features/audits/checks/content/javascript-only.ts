import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

export const javascriptOnly = defineCheck({
  id: 'javascript-only',
  name: 'Content is there only after a script has run',
  category: 'content',
  issue_type: 'critical',
  severity: 'high',
  description: 'As it is served, the page has next to no text; a script would have to bring it.',
  docs: {
    what: 'The page holds an empty element that a script fills, or tells readers to switch JavaScript on.',
    why: 'Most crawlers of AI engines run no scripts. To them the page is empty, whatever people see.',
    how: 'Render the page on the server, or ahead of time. All common frameworks can do it.',
    example: '<div id="root"></div><script src="/app.js"></script>',
  },
  ofPage: (facts) => pageIf(contentOf(facts)?.needsJavaScript),
})
