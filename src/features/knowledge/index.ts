export { addKnowledgeDocument } from './add-knowledge-document.ts'
export { deleteKnowledgeDocument } from './delete-knowledge-document.ts'
export { dropIndex, eraseKnowledge } from './drop-index.ts'
export { createEmbedder } from './embeddings/embedder.ts'
export { getKnowledgeDocument } from './get-knowledge-document.ts'
export {
  dropIndexQueue,
  embedDocumentQueue,
  ingestDocumentQueue,
  refreshEmbeddingsQueue,
} from './index-queues.ts'
export { ingestDocument } from './ingest-document.ts'
export { knowledgeModel } from './knowledge-model.ts'
export { listKnowledgeDocuments } from './list-knowledge-documents.ts'
export { readDocuments } from './read-documents.ts'
export { embedDocument, refreshEmbeddings } from './refresh-embeddings.ts'
export { requeueDocuments } from './requeue-documents.ts'
export { resyncKnowledgeDocument } from './resync-knowledge-document.ts'
export { searchKnowledge } from './search-knowledge.ts'
