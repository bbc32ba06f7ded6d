export { listWebsitePages } from './list-website-pages.ts'
