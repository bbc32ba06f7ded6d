import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { dumpStores } from '../../testing/stored-rows.ts'
import { startTestApp } from '../../testing/test-app.ts'

test('restoring a backup of an earlier release removes model output from stored errors', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-errors-'))
  const app = await startTestApp()
  onTestFinished(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })
  cpSync(fileURLToPath(new URL('../../testing/backups/at-0008-crawler', import.meta.url)), folder, {
    recursive: true,
  })
  const [line = ''] = gunzipSync(readFileSync(join(folder, 'brands.jsonl.gz')))
    .toString()
    .split('\n')
  const brand_id = JSON.parse(line).id as string
  const judgmentRow = (answer_id: string, error: string) =>
    JSON.stringify({
      ...{ brand_id, answer_id, asked_at: '2026-05-01 10:00:00.000', model: 'm', question_key: answer_id },
      ...{ names: [], scores: [], question: '', reply: '', error },
    })
  const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
  const rows = [judgmentRow(ids[0], 'Incorrect API key: sk-from-before'), judgmentRow(ids[1], '')]
  writeFileSync(join(folder, 'sentiment_judgements.jsonl.gz'), gzipSync(`${rows.join('\n')}\n`))
  const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8')
  writeFileSync(
    join(folder, 'manifest.json'),
    manifest.replace('"sentiment_judgements": 0', '"sentiment_judgements": 2'),
  )

  await app.operate('restore', { from: folder })
  const shown = await app.operate<{ error: string | null }[]>('list-sentiment-judgements', { brand_id })
  expect(shown.map(({ error }) => error)).toEqual([null, 'the sentiment model failed'])
  expect(await dumpStores(app.app.services)).not.toContain('sk-from-before')
})
