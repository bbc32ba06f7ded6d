import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askDuckdb } from '../testing/exports/read-export.ts'
import { type Installation, makeInstallation, type RunningServer } from '../testing/processes.ts'

/** Answers of 200 kB: writing a file takes several steps, and each kill hits another one. */
const answers = 200
const answerBytes = 200_000

let installation: Installation
let server: RunningServer
let scratch: string
let brand_id: string
let secret: string

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'sightline-export-kills-'))
  installation = makeInstallation()
  server = await installation.startServer()
  const { id: workspace_id } = await installation.operate('create-workspace', { name: 'Ours' })
  ;({ secret } = await installation.operate<{ secret: string }>('create-key', { workspace_id, name: 'k' }))
  ;({ id: brand_id } = await installation.operate('create-brand', { workspace_id, name: 'Acme' }))
  const file = join(scratch, 'answers.jsonl')
  const lines = Array.from({ length: answers }, (_, index) =>
    JSON.stringify({
      prompt: 'Which?',
      engine: 'chatgpt',
      executed_at: new Date(Date.now() - index * 60_000).toISOString(),
      answer: `${index} Acme ${'and more words of it '.repeat(answerBytes / 21)}`,
    }),
  )
  writeFileSync(file, lines.join('\n'))
  await installation.operate('import-answers', { brand_id }, file)
})
afterAll(async () => {
  await installation.remove()
  rmSync(scratch, { recursive: true })
})

interface ExportStatus {
  status: string
  rows: number
  bytes: number
}

it('an export is complete in the end, whenever its process is killed, and never partial under its final name', async () => {
  const kills = 20
  const { id: export_id } = await installation.operate('create-export', { brand_id, kind: 'answers' })
  const look = () => installation.operate<ExportStatus>('get-export', { brand_id, export_id })
  const fetchFile = () =>
    fetch(`${server.url}/v1/brands/${brand_id}/exports/${export_id}/file`, {
      headers: { authorization: `Bearer ${secret}` },
    })
  let killed = 0
  for (let seen = await look(); seen.status !== 'completed' && killed < kills; seen = await look()) {
    if (seen.status !== 'working' || seen.bytes === 0) continue
    await server.stop('SIGKILL')
    server = await installation.startServer()
    killed += 1
    const early = await fetchFile()
    if (early.status !== 200) expect(early.status).toBe(409)
    await early.arrayBuffer()
  }
  expect(killed).toBeGreaterThan(0)
  let end = await look()
  for (; end.status === 'waiting' || end.status === 'working'; end = await look())
    await new Promise((resolve) => setTimeout(resolve, 50))
  expect(end).toMatchObject({ status: 'completed', rows: answers })
  const file = Buffer.from(await (await fetchFile()).arrayBuffer())
  expect(file.length).toBe(end.bytes)
  const [sums] = await askDuckdb(
    file,
    'select count(*)::int as rows, count(distinct answer_id)::int as ids, min(length(answer))::int > 190000 as whole from file',
  )
  expect(sums).toEqual({ rows: answers, ids: answers, whole: true })
})
