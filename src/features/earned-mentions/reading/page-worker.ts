import '../../../lib/threads/lower-priority.ts'
import { type PageContent, readPage } from './page-content.ts'

export interface ReadPageTask {
  body: Uint8Array
  contentType: string
  url: string
}

/** Reads a page in a worker thread, so that hostile markup can only crash that thread. */
export function read({ body, contentType, url }: ReadPageTask): PageContent | string {
  return readPage(body, contentType, url)
}
