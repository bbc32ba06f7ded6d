import { randomUUID } from 'node:crypto'

/** A browser with the console of a running server open. */
export interface Visitor {
  /** The workspace of its requests. */
  workspaceId: string | undefined
  /** Sends a write to a path below `/console/api`. @throws TypeError if the server ends before it answers */
  post<T = never>(path: string, body?: object): Promise<{ status: number; data: T; text: string }>
}

/** @param url where the server is now; it changes with each start */
export function openVisitor(url: () => string): Visitor {
  const cookies = new Map<string, string>()
  const visitor: Visitor = {
    workspaceId: undefined,
    async post(path, body = {}) {
      const response = await fetch(`${url()}/console/api${path}`, {
        method: 'POST',
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          origin: url(),
          'x-sightline': '1',
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
          ...(visitor.workspaceId === undefined ? {} : { 'x-workspace-id': visitor.workspaceId }),
        },
        body: JSON.stringify(body),
      })
      for (const text of response.headers.getSetCookie()) {
        const [name, value] = (text.split(';')[0] as string).split('=') as [string, string]
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      const text = await response.text()
      return { status: response.status, data: JSON.parse(text).data, text }
    },
  }
  return visitor
}
