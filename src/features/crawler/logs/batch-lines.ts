import { invalidRequest } from '../../../lib/errors.ts'
import { createLineSplitter } from './line-splitter.ts'

/**
 * The lines of a batch that a log drain sends: as they are, or the items of one JSON array, each as a line.
 * @param body decompressed
 * @throws ApiError invalid_request where it begins as an array and is none
 */
export function batchLines(body: Buffer): Buffer[] {
  const isArray = /^\s*\[/.test(body.subarray(0, 1024).toString('latin1'))
  const splitter = createLineSplitter()
  return [...splitter.push(isArray ? itemLines(body) : body), ...splitter.end()]
}

function itemLines(body: Buffer): Buffer {
  let items: unknown
  try {
    items = JSON.parse(body.toString('utf8'))
  } catch {
    throw invalidRequest('the batch begins as a JSON array and is none')
  }
  return Buffer.from((items as unknown[]).map((item) => `${JSON.stringify(item)}\n`).join(''))
}
