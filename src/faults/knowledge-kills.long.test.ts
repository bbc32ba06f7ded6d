import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installWithBrand } from '../testing/installations.ts'
import { makePdf } from '../testing/knowledge/make-pdf.ts'
import type { Installation, MadeBrand, RunningServer } from '../testing/processes.ts'
import { seededRandom, until } from './testing/campaign.ts'

const rounds = 20
/** Kills are spread over this time after documents are added, which covers all their processing. */
const spreadMs = 4000

interface ListedDocument {
  id: string
  status: string
  chunks: number
}

let sightline: Installation
let server: RunningServer
let brand: MadeBrand
const random = seededRandom()

beforeAll(async () => {
  ;({ installation: sightline, brand } = await installWithBrand())
  server = await sightline.startServer()
})
afterAll(() => sightline.remove())

const ask = <T>(name: string, input: Record<string, string> = {}) =>
  sightline.operate<T>(name, { brand_id: brand.brandId, ...input })

test('a server killed while reading documents leaves each of them ready, and none twice in the index', async () => {
  const pages = Array.from({ length: 200 }, (_, page) => [
    [`Section ${page}`, 20] as const,
    [`Machine number ${page} is sewn in Tampere.`, 10] as const,
  ])
  writeFileSync(`${sightline.directory}/manual.pdf`, makePdf(pages))
  for (let round = 0; round < rounds; round += 1) {
    const title = ['--title', `Manual ${round}`]
    const of = ['--brand-id', brand.brandId, ...title]
    await sightline.data('add-knowledge-document', ...of, '--file', `${sightline.directory}/manual.pdf`)
    await sleep(spreadMs * ((round + random()) / rounds))
    await server.stop('SIGKILL')
    server = await sightline.startServer()
  }
  const documents = await until(
    () => ask<ListedDocument[]>('list-knowledge-documents', { limit: '100' }),
    (rows) => rows.every(({ status }) => status !== 'processing'),
    500,
  )
  expect(documents.map(({ status, chunks }) => [status, chunks])).toEqual(documents.map(() => ['ready', pages.length]))
  expect(documents).toHaveLength(rounds)
  const found = await ask<{ document_id: string }[]>('search-knowledge', { q: 'number 150', limit: '100' })
  const best = found.slice(0, rounds).map(({ document_id }) => document_id)
  expect(new Set(best).size).toBe(rounds)
  expect(await server.stop()).toBe(0)
})
