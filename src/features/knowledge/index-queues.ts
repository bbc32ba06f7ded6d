/** Processing passes, one job each. */
export const ingestDocumentQueue = 'ingest-knowledge-document'
/** Removes ClickHouse rows of deleted documents and old runs. */
export const dropIndexQueue = 'drop-knowledge-index'
/** Embeds the passages of a document whose vectors are missing or from another model. */
export const embedDocumentQueue = 'embed-knowledge-document'
export const refreshEmbeddingsQueue = 'refresh-knowledge-embeddings'

export interface DocumentJob {
  brand_id: string
  document_id: string
}

export interface EmbedJob extends DocumentJob {
  /** Failed attempts so far. Defaults to 0. */
  attempts?: number
}

export interface IngestJob extends DocumentJob {
  /** Number of the requested pass. */
  pass: number
}
