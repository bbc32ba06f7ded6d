import { createSocket } from 'node:dgram'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Page, startPages } from '../../testing/site/crawl-served.ts'
import { testFetcher } from '../fetching/testing/test-servers.ts'
import { findChromium } from './find-chromium.ts'
import { type Rendered, renderPage } from './render-page.ts'

const executable = findChromium(undefined)
const former = process.env.TMPDIR
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'render-test-'))
  // Chromium runs as another user.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
})
afterAll(() => {
  if (former === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = former
  rmSync(folder, { recursive: true })
})

interface Result extends Rendered {
  asked: string[]
}

/** Renders `/` of a server. */
async function render(pages: Record<string, Page>, pageMs = 10_000): Promise<Result> {
  const server = await startPages(pages)
  const fetcher = testFetcher([server])
  const signal = new AbortController().signal
  const page = await fetcher.get(`${server.origin}/`, { maxBytes: 1_000_000, timeoutMs: 60_000 })
  server.asked.length = 0
  const rendered = await renderPage(page, { executable: String(executable), fetcher, signal, pageMs })
  return { ...rendered, asked: server.asked.map(({ method, url }) => `${method} ${url}`) }
}

/** Processes of the Chromiums that these tests started. */
const chromiums = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/cmdline`))
    .filter((name) => readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(folder))

describe.skipIf(executable === undefined)('a rendered page', () => {
  test('has what its scripts add, from its own first response and later ones', async () => {
    const { html, asked } = await render({
      '/': '<title>Raw</title><body><script src=/app.js></script>',
      '/app.js': `fetch('/data.json').then((r) => r.json()).then(({ title }) => {
        document.title = title
        document.body.append(Object.assign(document.createElement('h1'), { textContent: 'Added' }))
      })`,
      '/data.json': '{"title":"From data"}',
    })
    expect(html).toContain('<title>From data</title>')
    expect(html).toContain('<h1>Added</h1>')
    expect(asked).toEqual(['GET /app.js', 'GET /data.json'])
  })

  test('reaches nothing but its fetcher, whatever it tries', async () => {
    let connections = 0
    const canary = createServer((socket) => {
      connections += 1
      socket.destroy()
    }).listen(0, '127.0.0.1')
    const packets = createSocket('udp4')
    packets.on('message', () => {
      connections += 1
    })
    await new Promise<void>((resolve) => packets.bind(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      canary.close()
      packets.close()
    })
    const { port } = canary.address() as AddressInfo
    const there = `127.0.0.1:${port}`
    const tries = [
      `new WebSocket('ws://${there}/')`,
      `new EventSource('http://${there}/')`,
      `new Image().src = 'http://${there}/'`,
      `fetch('http://${there}/', { mode: 'no-cors' })`,
      `fetch('http://169.254.169.254/latest/meta-data/', { mode: 'no-cors' })`,
      `fetch('/post', { method: 'POST', body: 'x' })`,
      `navigator.sendBeacon('http://${there}/', 'x')`,
      `new Worker(URL.createObjectURL(new Blob(["fetch('http://${there}/')"])))`,
      `navigator.serviceWorker.register('/worker.js')`,
      `window.open('http://${there}/')`,
      `document.body.append(Object.assign(document.createElement('iframe'), { src: 'http://${there}/' }))`,
      `document.body.append(Object.assign(document.createElement('link'), { rel: 'preconnect', href: 'http://${there}/' }))`,
      `Object.assign(document.createElement('a'), { href: '/file.zip', download: 'file.zip' }).click()`,
      `(() => {
        const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${(packets.address() as AddressInfo).port}' }] })
        peer.createDataChannel('x')
        peer.createOffer().then((offer) => peer.setLocalDescription(offer))
      })()`,
    ]
    const script = tries.map((code) => `try { (${code})?.catch?.(() => {}) } catch {}`).join('\n')
    const { html, asked } = await render({
      '/': `<body><script>${script}\ndocument.title = 'tried'</script>`,
      '/worker.js': `fetch('http://${there}/')`,
      '/file.zip': 'x',
    })
    expect(html).toContain('<title>tried</title>')
    expect(connections).toBe(0)
    // As a page that replaces it, not as a download.
    expect(asked).toEqual(['GET /file.zip'])
    await expect.poll(chromiums).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  })

  test('follows no redirect to a private address', async () => {
    const { html } = await render({
      '/': `<body><script src=/moved.js></script><script>document.title = 'still here'</script>`,
      '/moved.js': (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/x.js' }).end(),
    })
    expect(html).toContain('<title>still here</title>')
  })

  test('loads at most 5 MB', async () => {
    const { html } = await render({
      '/': `<body><script src=/endless.js></script><script>document.title = 'went on'</script>`,
      '/endless.js': (_, response) => {
        const write = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536, 32)));
        }
        response.writeHead(200, { 'content-type': 'text/javascript' }).on('drain', write)
        write()
      },
    })
    expect(html).toContain('<title>went on</title>')
  })

  test('loads no more than that with many requests, and says that it is incomplete', async () => {
    let sent = 0
    const pages = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `/${index}.js`,
        ((_, response) => {
          sent += 1
          response.end(' '.repeat(1024 * 1024))
        }) as Page,
      ]),
    )
    const scripts = Object.keys(pages).map((path) => `<script async src=${path}></script>`)
    const { isComplete } = await render({ '/': `<body>${scripts.join('')}`, ...pages })
    expect(isComplete).toBe(false)
    expect(sent).toBeLessThan(20)
  })

  test('is read in the same encoding as without scripts', async () => {
    const { html } = await render({ '/': '<title>Café über naïve</title>' })
    expect(html).toContain('<title>Café über naïve</title>')
  })

  test('fails if a script leaves the page or removes it', async () => {
    const pages = { '/next': 'Next' }
    await expect(render({ '/': '<script>location.href = "/next"</script>', ...pages })).rejects.toThrow('another page')
    await expect(render({ '/': '<script>document.documentElement.remove()</script>' })).rejects.toThrow(
      'removed the document',
    )
  })

  test('that never stops ends at its limit, and no process stays', async () => {
    await expect(render({ '/': '<body><script>for (;;);</script>' }, 1000)).rejects.toThrow(
      'scripts kept the page busy for 1 s',
    )
    const { html } = await render({ '/': '<p>Text</p><script>setInterval(() => fetch("/more"), 50)</script>' }, 2000)
    expect(html).toContain('<p>Text</p>')
    await expect.poll(chromiums).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  })

  test('cannot change what is read of it', async () => {
    const { html } = await render({
      '/': `<p>Text</p><script>
        String.prototype.slice = () => 'forged'
        Object.defineProperty(Element.prototype, 'outerHTML', { get: () => 'forged' })
        alert('blocks?')
      </script>`,
    })
    expect(html).toContain('<p>Text</p>')
  })
})
