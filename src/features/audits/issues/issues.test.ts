import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AuditedBrand, makeAuditedBrand, type ShownPage } from '../../../testing/audits/audited-brand.ts'
import { pageOf } from '../../../testing/fixture-site.ts'
import { longTest } from '../../../testing/forms.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let test: TestApp
let usual: Record<string, string>
let brand: AuditedBrand

beforeAll(async () => {
  test = await startTestApp()
  usual = { ...test.site.pages }
})
beforeEach(async () => {
  test.setNow('2026-03-01T12:00:00Z')
  test.site.pages = { ...usual }
  test.site.answer = undefined
  brand = await makeAuditedBrand(test, 100)
})
afterAll(() => test.close())

const check = 'title-missing'
const paths = (pages: ShownPage[] | undefined) => pages?.map(({ url }) => url.replace(test.site.website, '')).sort()
const pageAt = async (path: string) =>
  (await brand.pagesWith(check))?.find(({ url }) => url === test.site.website + path) as ShownPage
/** The stored row of an affected page, even if it is hidden. */
const stored = (id: string) =>
  test.app.services.db.selectFrom('issue_pages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('after an audit', () => {
  it('lists issues with their descriptions, affected pages and a docs page on fixing them', async () => {
    await brand.audit()
    const issues = await brand.issues()
    const issue = issues.find(({ docs_url }) => docs_url.endsWith(check))
    expect(issue).toMatchObject({
      category: expect.any(String),
      issue_type: expect.stringMatching(/^(critical|error|warning|opportunity)$/),
      severity: expect.stringMatching(/^(high|medium|low)$/),
      description: expect.any(String),
      affected_pages: 3,
      first_seen_at: '2026-03-01T12:00:00.000Z',
      last_seen_at: '2026-03-01T12:00:00.000Z',
    })
    expect(paths(await brand.pagesWith(check))).toEqual(['/', '/hats', '/shoes'])
    expect(issue?.docs_url).toBe(`${test.app.services.address()}/docs/checks/${check}`)
    const docs = await test.get(new URL(issue?.docs_url as string).pathname)
    expect([docs.status, docs.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(docs.text).toContain(`<h1>${issue?.name}</h1>`)
    expect(docs.headers['content-security-policy']).toContain("default-src 'none'")
  })

  it('keeps a broken image that is no longer checked, only on the pages that show it', async () => {
    const withImages = (page: string, ...sources: string[]) =>
      `${usual[page]}${sources.map((source) => `<img src="${source}" alt="x">`).join('')}`
    const found = async () =>
      (await brand.pagesWith('broken-images'))
        ?.map(({ url, evidence }) => [url, ...evidence].map((one) => one.replace(test.site.website, '')))
        .sort()
    test.site.pages['/'] = withImages('/', '/lost.png', '/kept/lost.png', '/kept/gone.png')
    test.site.pages['/shoes'] = withImages('/shoes', '/lost.png')
    test.site.pages['/hats'] = withImages('/hats', '/kept/lost.png')
    await brand.audit()
    const [lost, keptLost, keptGone] = ['/lost.png', '/kept/lost.png', '/kept/gone.png']
    expect(await found()).toEqual([
      ['/', lost, keptLost, keptGone],
      ['/hats', keptLost],
      ['/shoes', lost],
    ])
    test.site.pages['/robots.txt'] = 'User-agent: *\nDisallow: /kept/'
    test.site.pages['/'] = withImages('/', '/lost.png', '/kept/lost.png')
    await brand.audit()
    expect(await found()).toEqual([
      ['/', lost, keptLost],
      ['/hats', keptLost],
      ['/shoes', lost],
    ])
    test.site.pages['/lost.png'] = 'found'
    test.site.pages['/hats'] = usual['/hats'] as string
    await brand.audit()
    expect(await found()).toEqual([['/', keptLost]])
    delete test.site.pages['/robots.txt']
    test.site.pages['/kept/lost.png'] = 'found'
    await brand.audit()
    expect(await found()).toBeUndefined()
  })

  it('keeps a broken canonical address that is no longer checked', async () => {
    const withCanonical = (path: string) => pageOf('Boots', ['/'], `<link rel="canonical" href="${path}">`)
    test.site.pages['/boots'] = withCanonical('/kept/boots')
    test.site.pages['/hats'] = pageOf('Hats', ['/kept/boots'])
    await brand.audit()
    expect(paths(await brand.pagesWith('canonical-to-broken'))).toEqual(['/boots'])
    test.site.pages['/robots.txt'] = 'User-agent: *\nDisallow: /kept/'
    await brand.audit()
    expect(paths(await brand.pagesWith('canonical-to-broken'))).toEqual(['/boots'])
    test.site.pages['/boots'] = withCanonical('/boots')
    await brand.audit()
    expect(await brand.pagesWith('canonical-to-broken')).toBeUndefined()
  })

  longTest('checks all images of the site itself', async () => {
    const images = Array.from({ length: 1100 }, (_, n) => `<img src="/image-${n}" alt="x">`)
    test.site.pages['/'] = `${usual['/']}${images.join('')}`
    expect(await brand.audit()).toMatchObject({ problem: null })
    expect((await brand.pagesWith('broken-images'))?.[0]?.evidence).toHaveLength(200)
  })

  it('sorts by severity, paginates and filters', async () => {
    await brand.audit()
    const all = (await brand.issues()) as unknown as Record<string, string>[]
    const rank = (row: Record<string, string>) => ['high', 'medium', 'low'].indexOf(row.severity as string)
    expect(all.map(rank)).toEqual(all.map(rank).sort())
    expect(all.length).toBeGreaterThan(2)
    const base = `/v1/brands/${brand.brandId}/technical/issues`
    const walked: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const { body } = await test.get(`${base}?limit=1${query}`, brand.key)
      walked.push(...(body.data as unknown[]))
      cursor = body.pagination.next_cursor
    }
    expect(walked).toEqual(all)
    for (const name of ['category', 'issue_type', 'severity']) {
      const value = all.at(-1)?.[name]
      const { body } = await test.get(`${base}?limit=100&${name}=${value}`, brand.key)
      expect(body.data).toEqual(all.filter((row) => row[name] === value))
      expect((await test.get(`${base}?${name}=none`, brand.key)).status).toBe(400)
    }
  })

  it('an issue has the metadata of the list, and all its affected pages when paginated', async () => {
    await brand.audit()
    const issue = (await brand.issues()).find(({ docs_url }) => docs_url.endsWith(check))
    const base = `/v1/brands/${brand.brandId}/technical/issues/${issue?.id}`
    const whole = await test.get(`${base}?limit=100`, brand.key)
    const { how_to_fix, ...meta } = whole.body.meta as Record<string, unknown>
    expect(meta).toEqual(issue)
    expect(how_to_fix).toMatch(/^Give each page a title/)
    const first = await test.get(`${base}?limit=2`, brand.key)
    const cursor = encodeURIComponent(first.body.pagination.next_cursor as string)
    const second = await test.get(`${base}?limit=2&cursor=${cursor}`, brand.key)
    expect([first.body.meta, second.body.meta]).toEqual([whole.body.meta, whole.body.meta])
    expect([...(first.body.data as object[]), ...(second.body.data as object[])]).toEqual(whole.body.data)
    for (const id of [randomUUID(), (await makeAuditedBrand(test)).brandId])
      expect((await test.get(`/v1/brands/${brand.brandId}/technical/issues/${id}`, brand.key)).status).toBe(404)
  })
})

describe('an affected page', () => {
  it('can be resolved and reopened by hand, with audit records', async () => {
    await brand.audit()
    const page = await pageAt('/hats')
    const { status, body } = await brand.resolve(page.id)
    expect([status, body.data]).toEqual([200, { page_issue_id: page.id, resolved: true }])
    expect(paths(await brand.pagesWith(check))).toEqual(['/', '/shoes'])
    expect(await stored(page.id)).toMatchObject({ state: 'resolved', auto_resolved: false })
    expect((await brand.resolve(page.id, { resolved: true })).body.data).toEqual(body.data)
    test.setNow('2026-03-01T12:01:00Z')
    const opened = await brand.resolve(page.id, { resolved: false })
    expect(opened.body.data).toEqual({ page_issue_id: page.id, resolved: false })
    expect(await stored(page.id)).toMatchObject({ state: 'open', resolved_at: null, auto_resolved: false })
    expect(await pageAt('/hats')).toEqual(page)
    const records = await test.operate<{ operation: string; before: object; after: object }[]>('list-audit-records', {
      workspace_id: brand.workspaceId,
    })
    expect(records.filter(({ operation }) => operation === 'resolve-issue-page')).toMatchObject([
      { before: { resolved: true }, after: { resolved: false, url: page.url, check_id: check } },
      { before: { resolved: false }, after: { resolved: true, url: page.url, check_id: check } },
    ])
  })

  it('returns 404 for another brand or an unknown id, and 400 for an invalid body', async () => {
    await brand.audit()
    const page = await pageAt('/hats')
    const other = await makeAuditedBrand(test)
    for (const answer of [await other.resolve(page.id), await brand.resolve(randomUUID())])
      expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found'])
    for (const body of [{ resolved: 'no' }, { resolved: null }, { state: 'open' }])
      expect((await brand.resolve(page.id, body)).status).toBe(400)
    expect(await pageAt('/hats')).toEqual(page)
  })

  it('is reopened with the same id if an audit finds it again', async () => {
    await brand.audit()
    const page = await pageAt('/hats')
    await brand.resolve(page.id)
    test.setNow('2026-03-02T12:00:00Z')
    await brand.audit()
    expect(await pageAt('/hats')).toEqual(page)
    const at = new Date('2026-03-02T12:00:00Z')
    expect(await stored(page.id)).toMatchObject({
      state: 'open',
      resolved_at: null,
      auto_resolved: true,
      created_at: at,
      first_seen_at: new Date('2026-03-01T12:00:00Z'),
      last_seen_at: at,
    })
    // Most recently detected first.
    expect((await brand.pagesWith(check))?.[0]).toEqual(page)
    await brand.resolve(page.id)
    expect(await stored(page.id)).toMatchObject({ state: 'resolved', auto_resolved: false })
  })

  it('is resolved if an audit no longer finds the issue on the page, and reopened later with the same id', async () => {
    await brand.audit()
    const page = await pageAt('/hats')
    const { '/hats': before } = test.site.pages
    test.site.pages['/hats'] = pageOf('Hats', ['/'], '<title>Hats</title>')
    test.setNow('2026-03-02T12:00:00Z')
    await brand.audit()
    expect(paths(await brand.pagesWith(check))).toEqual(['/', '/shoes'])
    expect(await stored(page.id)).toMatchObject({
      state: 'resolved',
      resolved_at: new Date('2026-03-02T12:00:00Z'),
      auto_resolved: true,
    })
    test.site.pages['/hats'] = before as string
    await brand.audit()
    expect(await pageAt('/hats')).toEqual(page)
  })

  it('stays open if the page could not be read, and is resolved if the page is gone', async () => {
    await brand.audit()
    test.site.answer = (request, response) => {
      if (request.url !== '/hats') return false
      response.writeHead(500).end()
      return true
    }
    await brand.audit()
    expect(paths(await brand.pagesWith(check))).toEqual(['/', '/hats', '/shoes'])
    test.site.answer = undefined
    delete test.site.pages['/hats']
    await brand.audit()
    expect(paths(await brand.pagesWith(check))).toEqual(['/', '/shoes'])
  })

  it('stays open if no link leads to the page any more, so it is not read', async () => {
    await brand.audit()
    test.site.pages['/'] = pageOf('Acme', ['/boots', '/shoes'])
    await brand.audit()
    expect(paths(await brand.pagesWith(check))).toEqual(['/', '/hats', '/shoes'])
  })

  it('stays unchanged if an audit is cancelled', async () => {
    await brand.audit()
    const issues = await brand.issues()
    test.site.pages['/hats'] = pageOf('Hats', ['/'], '<title>Hats</title>')
    await brand.start()
    await test.operate('cancel-audit', { brand_id: brand.brandId })
    expect(await brand.issues()).toEqual(issues)
  })
})

it('an issue disappears when all its pages are resolved and returns when one is reopened', async () => {
  await brand.audit()
  const issue = (await brand.issues()).find(({ docs_url }) => docs_url.endsWith(check))
  const path = `/v1/brands/${brand.brandId}/technical/issues/${issue?.id}`
  const pages = (await brand.pagesWith(check)) as ShownPage[]
  for (const page of pages) {
    expect((await test.get(path, brand.key)).status).toBe(200)
    await brand.resolve(page.id)
  }
  const { status, body } = await test.get(path, brand.key)
  expect([status, body.error.code]).toEqual([404, 'not_found'])
  expect((await brand.issues()).map(({ id }) => id)).not.toContain(issue?.id)
  await brand.resolve(pages[0]?.id as string, { resolved: false })
  expect((await test.get(path, brand.key)).body.data).toEqual([pages[0]])
  expect((await brand.issues()).find(({ id }) => id === issue?.id)?.affected_pages).toBe(1)
})

it('unchanged pages return 304, and their issues stay', async () => {
  await brand.audit()
  const issues = await brand.issues()
  test.site.requests.length = 0
  await brand.audit()
  const again = test.site.requests.filter(({ path }) => path in usual && path !== '/')
  expect(again.length).toBeGreaterThanOrEqual(3)
  expect(again.filter(({ status }) => status !== 304)).toEqual([])
  expect(await brand.issues()).toEqual(issues)
})

it('two brands with the same site have separate issues', async () => {
  const other = await makeAuditedBrand(test)
  await brand.audit()
  await other.audit()
  const [own, others] = [await brand.issues(), await other.issues()]
  expect(own.map(({ name }) => name)).toEqual(others.map(({ name }) => name))
  expect(new Set([...own, ...others].map(({ id }) => id)).size).toBe(own.length * 2)
})

describe('changes since an audit', () => {
  interface Changes {
    new_pages: number
    gone_pages: number
    remaining_pages: number
    issues: {
      name: string
      new_pages: number
      gone_pages: number
      remaining_pages: number
      new_urls: string[]
      gone_urls: string[]
    }[]
  }
  const audits = async (): Promise<{ job_id: string }[]> =>
    (await test.get(`/v1/brands/${brand.brandId}/technical/audits`, brand.key)).body.data
  const changes = async (job: string | undefined) =>
    (await test.get(`/v1/brands/${brand.brandId}/technical/audits/${job}/changes`, brand.key)).body.data as Changes
  const titles = ({ issues: [found] }: Changes) => {
    const short = (urls: string[] | undefined) => urls?.map((url) => url.replace(test.site.website, ''))
    return [
      found?.new_pages,
      found?.gone_pages,
      found?.remaining_pages,
      short(found?.new_urls),
      short(found?.gone_urls),
    ]
  }
  const titled = (page: string, title: string) => `<title>${title}</title>${usual[page]}`

  it('lists new, gone and remaining pages, whatever happened in between', async () => {
    await brand.audit()
    test.setNow('2026-03-02T12:00:00Z')
    test.site.pages['/shoes'] = titled('/shoes', 'Shoes of all kinds')
    await brand.audit()
    test.setNow('2026-03-03T12:00:00Z')
    test.site.pages['/hats'] = titled('/hats', 'Hats of all kinds')
    test.site.pages['/shoes'] = usual['/shoes'] as string
    await brand.audit()
    const [last, second, first] = await audits()
    const onlyTitles = async (job: string | undefined) =>
      titles({
        ...(await changes(job)),
        issues: (await changes(job)).issues.filter(({ name }) => name === missing),
      })
    const { body } = await test.get(`/v1/brands/${brand.brandId}/technical/issues?limit=100`, brand.key)
    const missing = (body.data as { name: string; docs_url: string }[]).find(({ docs_url }) =>
      docs_url.endsWith(check),
    )?.name
    expect(await onlyTitles(last?.job_id)).toEqual([0, 0, 2, [], []])
    expect(await onlyTitles(second?.job_id)).toEqual([1, 1, 1, ['/shoes'], ['/hats']])
    // It disappeared and came back: new compared with either earlier audit.
    expect(await onlyTitles(first?.job_id)).toEqual([1, 1, 1, ['/shoes'], ['/hats']])
    const whole = await changes(second?.job_id)
    for (const kind of ['new_pages', 'gone_pages', 'remaining_pages'] as const)
      expect(whole[kind]).toBe(whole.issues.reduce((sum, issue) => sum + issue[kind], 0))
  })

  it('returns 404 for an unknown audit', async () => {
    const path = (job: string) => `/v1/brands/${brand.brandId}/technical/audits/${job}/changes`
    expect((await test.get(path(randomUUID()), brand.key)).status).toBe(404)
  })
})
