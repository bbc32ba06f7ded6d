import type { DocumentFormat, ExtractLimits } from '../extracted.ts'
import { extractFormat } from './extract-format.ts'
import { prepareDocument, type ReadDocument } from './prepare-document.ts'

export interface ReadRequest {
  format: DocumentFormat
  title: string
  bytes: Uint8Array
  limits: ExtractLimits
}

export type ReadReply = ReadDocument | { problem: string }

/**
 * Reads a document and prepares it for the index.
 * @throws UnreadableDocument
 */
export const readDocument = async ({ format, title, bytes, limits }: ReadRequest): Promise<ReadDocument> =>
  prepareDocument(title, await extractFormat(format, bytes, limits))
