import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadRangeLists } from './range-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bot-ranges-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = (file: string, text: string, modified = new Date('2026-03-01T00:00:00Z')) => {
  writeFileSync(join(folder, file), text)
  utimesSync(join(folder, file), modified, modified)
}
const published = JSON.stringify({ prefixes: [{ ipv4Prefix: '20.15.240.64/28' }] })

/** Loads the lists; reports which of two addresses each contains, and its date. */
async function loaded() {
  const { lists, problems } = await loadRangeLists(folder)
  const shown = [...lists].map(([name, { contains, networks, fetchedAtMs }]) => ({
    name,
    networks,
    holds: ['20.15.240.70', '52.0.0.1'].filter(contains),
    since: new Date(fetchedAtMs).toISOString().slice(0, 10),
  }))
  return { lists: shown.sort((a, b) => (a.name < b.name ? -1 : 1)), problems }
}

it('lists added by an operator are read as published, dated by their file time', async () => {
  put('gptbot.json', '{"creationTime":"2020-01-01","prefixes":[{"ipv4Prefix":"20.15.240.64/28"}]}')
  put('Bytespider.txt', '20.15.240.64/28\n52.0.0.0/24\n')
  put(
    'cloudfront.json',
    '{"prefixes":[{"ip_prefix":"52.0.0.0/24","service":"CLOUDFRONT"},{"ip_prefix":"20.15.240.64/28","service":"EC2"}]}',
  )
  put('README.md', 'what these are')
  put('._gptbot.json', '{"url"')
  expect(await loaded()).toEqual({
    lists: [
      { name: 'bytespider', networks: 2, holds: ['20.15.240.70', '52.0.0.1'], since: '2026-03-01' },
      { name: 'cloudfront', networks: 1, holds: ['52.0.0.1'], since: '2026-03-01' },
      { name: 'gptbot', networks: 1, holds: ['20.15.240.70'], since: '2026-03-01' },
    ],
    problems: [],
  })
})

it('the newer of two files for one list wins', async () => {
  put('gptbot.json', published, new Date('2026-02-01T00:00:00Z'))
  put('gptbot.txt', '52.0.0.0/24', new Date('2026-01-31T00:00:00Z'))
  expect((await loaded()).lists).toMatchObject([{ holds: ['20.15.240.70'], since: '2026-02-01' }])
  put('gptbot.txt', '52.0.0.0/24', new Date('2026-02-02T00:00:00Z'))
  expect((await loaded()).lists).toMatchObject([{ holds: ['52.0.0.1'], since: '2026-02-02' }])
})

it('an invalid list is skipped and reported', async () => {
  put('ccbot.json', '{"prefixes":[')
  put('applebot.json', JSON.stringify({ networks: ['everything'] }))
  put('gptbot.json', published)
  put('gtpbot.json', published)
  const { lists, problems } = await loaded()
  expect(lists).toMatchObject([{ name: 'gptbot' }])
  expect(problems).toEqual([
    { file: 'applebot.json', reason: 'it lists no addresses' },
    { file: 'ccbot.json', reason: 'it is not JSON' },
    { file: 'gtpbot.json', reason: 'its name matches no bot and no list' },
  ])
})

it('without a folder, there are no lists', async () => {
  folder = join(folder, 'data', 'bot-ranges')
  expect(await loaded()).toEqual({ lists: [], problems: [] })
})
