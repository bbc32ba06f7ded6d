export type { PageFacts } from './page-facts.ts'
export { linksOf, readPage } from './read-page.ts'
