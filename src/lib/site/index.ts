// What others read sites with, without the operations and jobs of audits: processes apart load nothing else.
export { readHtml, unwrapped } from './pages/index.ts'
export { type VisitedPage, visitSite } from './visit-site.ts'
