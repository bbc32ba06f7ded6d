import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAuditedBrand } from '../../../testing/audits/audited-brand.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
beforeEach(() => {
  test.site.answer = undefined
})
afterAll(() => test.close())

describe('links to other sites', () => {
  const linkTo = (hosts: string[]) => {
    const links = hosts.map((host) => `<a href="https://${host}/study">Study of ${host}</a>`)
    test.site.answer = ({ url }, response) => {
      if (url !== '/') return false
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(`<title>Links of the shop</title>${links.join(' ')}`)
      return true
    }
  }
  const hosts = Array.from({ length: 7 }, (_, number) => `partner-${number}.example`)

  it('are not broken if no name can be resolved, which is reported once', async () => {
    linkTo(hosts)
    const brand = await makeAuditedBrand(test)
    const { problem } = await brand.audit()
    expect(problem).toContain('no external host name could be resolved')
    expect(problem).toMatch(/^7 images or external links/)
    expect(await brand.pagesWith('broken-external-links')).toBeUndefined()
  })

  it('are broken if few hosts do not resolve', async () => {
    linkTo(hosts.slice(0, 2))
    const brand = await makeAuditedBrand(test)
    expect((await brand.audit()).problem).toBeNull()
    const [page] = (await brand.pagesWith('broken-external-links')) ?? []
    expect(page?.evidence).toHaveLength(2)
  })
})
