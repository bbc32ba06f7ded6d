import { randomUUID } from 'node:crypto'
import type { Answer, TestApp } from './test-app.ts'

/** Environment that the test's program needs for `Browser` to reach its console. */
export const consoleEnvironment = { PUBLIC_URL: 'http://sightline.test' }

interface Sent {
  body?: unknown
  headers?: Record<string, string | undefined>
}

/** A browser with the console open: it keeps cookies and sends the origin of its requests. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly test: TestApp
  /** The workspace of its requests. */
  workspaceId: string | undefined
  address = '203.0.113.7'

  constructor(test: TestApp) {
    this.test = test
  }

  get(path: string, headers: Record<string, string | undefined> = {}): Promise<Answer> {
    return this.send('GET', path, { headers })
  }

  /** Each call is a new write, unless the headers say otherwise. */
  post(path: string, body: unknown = {}, headers: Record<string, string | undefined> = {}): Promise<Answer> {
    return this.send('POST', path, { body, headers })
  }

  /** Runs an operation that has no separate path. */
  operate(name: string, input: object = {}, headers: Record<string, string | undefined> = {}): Promise<Answer> {
    return this.post(`/operations/${name}`, input, headers)
  }

  signIn(email: string, password: string, code?: string): Promise<Answer> {
    return this.post('/sign-in', { email, password, ...(code === undefined ? {} : { code }) })
  }

  /** @param path below `/console/api` */
  async send(method: string, path: string, { body, headers = {} }: Sent = {}): Promise<Answer> {
    const given: Record<string, string | undefined> = {
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') || undefined,
      'x-workspace-id': this.workspaceId,
      ...(method === 'GET'
        ? {}
        : {
            origin: this.test.app.services.config.PUBLIC_URL,
            'x-sightline': '1',
            'idempotency-key': randomUUID(),
            'content-type': 'application/json',
          }),
      ...headers,
    }
    const response = await this.test.app.http.inject({
      method: method as 'GET',
      url: `/console/api${path}`,
      remoteAddress: this.address,
      headers: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const isJson = String(response.headers['content-type']).startsWith('application/json') && response.payload !== ''
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? response.json() : ({} as Answer['body']),
      text: response.payload,
    }
  }
}
