import { type PageContent, readPage } from './page-content.ts'

export interface ReadPageTask {
  body: Uint8Array
  contentType: string
  url: string
}

/** Reads a page in a thread of its own: a page whose markup is hostile ends that thread at most. */
export function read({ body, contentType, url }: ReadPageTask): PageContent | string {
  return readPage(body, contentType, url)
}
