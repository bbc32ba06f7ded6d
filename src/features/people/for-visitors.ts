/** An operation for browsers without a session, at `path` below the console API. */
export const forVisitors = (path: string, method: 'GET' | 'POST' = 'POST') =>
  ({
    on: 'visit',
    access: 'operator',
    role: 'none',
    console: { method, path: `/console/api/${path}` },
  }) as const
