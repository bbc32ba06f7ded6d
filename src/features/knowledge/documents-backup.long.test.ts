import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { knowledgeOf, makeKnowledgeBrand } from '../../testing/knowledge/knowledge-brand.ts'
import { makePdf } from '../../testing/knowledge/make-pdf.ts'
import { startTestApp } from '../../testing/test-app.ts'

test('a backup restores documents with their text and passages, and unfinished ones are reprocessed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-backup-'))
  const to = join(folder, 'backup')
  let app = await startTestApp()
  try {
    const brand = await makeKnowledgeBrand(app)
    const ready = await brand.add('Ready', { text: '# Boots\n\nSewn in Tampere.' })
    const before = await brand.settled(ready.id)
    const { id } = await brand.add('Waiting', { file: makePdf([[['Waxed in spring.', 10]]]) })
    await brand.settled(id)
    // As if processing had not started when the backup was made.
    const documents = app.app.services.db.updateTable('knowledge_documents').where('id', '=', id)
    await documents.set({ status: 'processing', index_run: 0, passages: 0, has_text: false }).execute()
    // A passage written by a run that started during the backup.
    const written = { brand_id: brand.brandId, document_id: ready.id, run: 2, passage: 0, text: 'Tampere' }
    await app.app.services.clickhouse.insert('knowledge_passages', JSON.stringify(written))
    await app.operate('backup', { to })
    await app.close()
    app = await startTestApp()
    await app.operate('restore', { from: to })
    const same = knowledgeOf(app, brand.workspaceId, brand.brandId, brand.key)
    expect(await same.get(ready.id)).toEqual(before)
    expect((await same.search('Tampere')).passages).toHaveLength(1)
    expect(await same.settled(id)).toMatchObject({ status: 'ready', raw_text: 'Waxed in spring.', pages: 1 })
    expect((await same.search('waxed')).passages).toHaveLength(1)
    await same.resync(ready.id)
    await same.settled(ready.id)
    expect((await same.search('Tampere')).passages).toMatchObject([{ text: 'Sewn in Tampere.' }])
  } finally {
    await app.close()
    rmSync(folder, { recursive: true })
  }
})
