import { defineFeature } from '../../kernel/feature.ts'
import { addKnowledgeDocument } from './add-knowledge-document.ts'
import { checkIndex } from './check-index.ts'
import { config } from './config.ts'
import { documentReady } from './document-ready.ts'
import {
  deleteKnowledgeDocument,
  getKnowledgeDocument,
  listKnowledgeDocuments,
  resyncKnowledgeDocument,
} from './documents.ts'
import { dropIndex } from './drop-index.ts'
import { ingestDocument } from './ingest-document.ts'
import { openModels } from './knowledge-model.ts'
import { embedDocument, refreshEmbeddings } from './refresh-embeddings.ts'
import { requeueDocuments } from './requeue-documents.ts'
import { searchKnowledge } from './search-knowledge.ts'
import { clickhouseTables } from './tables.ts'

export { readDocuments } from './read-documents.ts'
export { searchKnowledge } from './search-knowledge.ts'

export const knowledge = defineFeature({
  name: 'knowledge',
  operations: [
    addKnowledgeDocument,
    deleteKnowledgeDocument,
    listKnowledgeDocuments,
    searchKnowledge,
    getKnowledgeDocument,
    resyncKnowledgeDocument,
  ],
  events: [documentReady],
  jobs: [ingestDocument, dropIndex, embedDocument, refreshEmbeddings],
  checkConfig: openModels,
  open: ({ config }) => ({ knowledge: openModels(config) }),
  tables: { postgres: ['knowledge_documents', 'knowledge_parts'], clickhouse: clickhouseTables },
  checkDerived: checkIndex,
  afterRestore: requeueDocuments,
  config,
})
