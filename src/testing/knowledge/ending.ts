import { runInNewContext } from 'node:vm'

/**
 * Returns the function's result. For code that may hang synchronously, which a test's own limit does not end.
 * @throws Error after a minute
 */
export const ending = <T>(run: () => T): T => runInNewContext('run()', { run }, { timeout: 60_000 }) as T
