import { makeWriter } from '../fixture.ts'
import type { TestApp } from '../test-app.ts'

export interface ShownAnalysis {
  status: string
  error: string | null
  derived_by: string | null
  model: string | null
  model_problem: string | null
  pages: string[]
  site_problem: string | null
  documents: number
  products_added: number
  suggested_aliases: string[]
  set_by: Record<string, string>
}

/** A brand whose site is that of the test fixture. */
export interface AnalysedBrand {
  brandId: string
  key: string
  /** Starts an analysis and waits until it ends. */
  analyse(): Promise<ShownAnalysis>
  addText(title: string, text: string): Promise<void>
  profile(): Promise<Record<string, unknown>>
  products(): Promise<{ id: string; name: string; kind: string; description: string | null }[]>
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

export async function makeAnalysedBrand(test: TestApp, hasSite = true): Promise<AnalysedBrand> {
  const workspace = await test.operate('create-workspace', { name: 'W', brand_knowledge: true })
  const domain = hasSite ? { domain: 'acme.com' } : {}
  const { id: brandId } = await test.operate('create-brand', {
    workspace_id: workspace.id,
    name: 'Acme',
    ...domain,
  })
  const { db } = test.app.services
  const brands = db.updateTable('brands').where('id', '=', brandId)
  // The site's port is not one that an operation accepts.
  if (hasSite) await brands.set({ website: test.site.website }).execute()
  const key = await makeWriter(test, workspace.id)
  const of = { brand_id: brandId }
  return {
    brandId,
    key,
    async analyse() {
      await test.operate('analyse-brand', of)
      for (;;) {
        const analysis = await test.operate<ShownAnalysis>('get-brand-analysis', of)
        if (analysis.status !== 'running') return analysis
        await pause()
      }
    },
    async addText(title, text) {
      const { id } = await test.operate('add-knowledge-document', { ...of, title, text })
      const documents = db.selectFrom('knowledge_documents').select('status').where('id', '=', id)
      while ((await documents.executeTakeFirstOrThrow()).status === 'processing') await pause()
    },
    profile: () => test.operate('get-profile', of),
    products: () => test.operate('list-products', of),
  }
}

/** A site that describes itself in all the usual ways. */
export const declaringSite = (): Record<string, string> => ({
  '/': page(
    `<title>Acme – boots for wet paths</title>
    <meta name="description" content="Boots that are sewn by hand &amp; last.">
    <meta property="og:site_name" content="Acme Footwear">
    ${linked({
      '@graph': [
        {
          '@type': 'ShoeStore',
          '@id': '#org',
          name: 'Acme',
          legalName: 'Acme Oy',
          alternateName: ['ACM', 'Globex'],
          description: '<p>Acme has made boots in Tampere since 1900, and mends them for as long as they last.</p>',
          audience: { '@type': 'Audience', audienceType: 'Walkers in wet countries' },
          areaServed: [{ '@type': 'Country', name: 'Finland' }],
        },
        { '@type': 'WebSite', name: 'Acme', description: 'The web site of Acme' },
        { '@type': 'Organization', name: 'Somebody else', legalName: 'Else Ltd' },
      ],
    })}`,
    '<a href="/about">About</a><a href="/products/trail">Trail</a><a href="/blog/news">News</a><a href="https://else.example/">E</a>',
  ),
  '/about': page('<title>About</title>', '<main><h1>About</h1><p>We sew boots.</p></main><a href="/services">S</a>'),
  '/products/trail': page(
    linked([
      {
        '@type': 'Product',
        name: 'Trail boot',
        description: 'For wet paths',
        brand: { '@type': 'Brand', name: 'Acme' },
        isRelatedTo: { '@type': 'Product', name: 'Inside' },
      },
      { '@type': 'Product', name: 'Rival boot', brand: 'Globex' },
    ]),
    '',
  ),
  '/services': page(linked({ '@type': 'Service', name: 'Repairs', provider: { name: 'Acme' } }), ''),
})

export const page = (head: string, body: string) =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`

export const linked = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`
