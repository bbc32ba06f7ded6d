/** Passes over documents, one job each. */
export const ingestDocumentQueue = 'ingest-knowledge-document'
/** Removing what ClickHouse holds of documents, or runs, that are no more. */
export const dropIndexQueue = 'drop-knowledge-index'
/** Embedding the passages of a document whose vectors are missing, or of another model. */
export const embedDocumentQueue = 'embed-knowledge-document'
/** Looking for such documents. */
export const refreshEmbeddingsQueue = 'refresh-knowledge-embeddings'

export interface DocumentJob {
  brand_id: string
  document_id: string
}

export interface EmbedJob extends DocumentJob {
  /** How many have come to nothing; 0 by default. */
  attempts?: number
}

export interface IngestJob extends DocumentJob {
  /** Which of the passes that were asked for. */
  pass: number
}
