import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { uuidFromText } from '../../../lib/hashed-uuid.ts'
import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
import type { Row } from '../../../stores/postgres-schema.ts'

export type StoredPage = Row<'audit_pages'>

export function packFacts(auditId: string, facts: PageFacts): StoredPage {
  const { url, redirects, response, document } = facts
  // Store validators only for complete 200 responses of this very URL; the next audit requests all others in full.
  const isOwn = redirects.length === 0 && response?.status === 200 && response.truncated === false
  return {
    audit_id: auditId,
    id: uuidFromText(url),
    url,
    status: response?.status ?? null,
    etag: isOwn ? response.etag : null,
    last_modified: isOwn ? response.lastModified : null,
    skeleton: document?.skeleton ?? null,
    facts: zstdCompressSync(JSON.stringify(facts)),
  }
}

export const unpackFacts = (facts: Uint8Array): PageFacts => JSON.parse(zstdDecompressSync(facts).toString())
