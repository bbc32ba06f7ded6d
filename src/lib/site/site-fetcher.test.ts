import { expect, it } from 'vitest'
import { openSiteFetcher } from './site-fetcher.ts'

const limits = { maxBytes: 1000, timeoutMs: 1000 }

async function problemAt(url: string, website?: string): Promise<string> {
  const resolve = async () => ['8.8.8.8', '127.0.0.1']
  const fetcher = openSiteFetcher({ publicUrl: undefined, website, resolve })
  try {
    return await fetcher.get(url, limits).then(
      () => 'none',
      (problem) => problem.kind,
    )
  } finally {
    fetcher.close()
  }
}

it('fetches only from default ports and the port of the site', async () => {
  expect(await problemAt('http://shop.example:8080/')).toBe('refused_port')
  expect(await problemAt('http://shop.example:8080/', 'http://shop.example:8081')).toBe('refused_port')
  expect(await problemAt('http://shop.example:22/', 'http://shop.example:22')).toBe('refused_port')
  // The port is allowed, but the second address of the host is not.
  expect(await problemAt('http://shop.example:8080/', 'http://shop.example:8080')).toBe('refused_address')
})
