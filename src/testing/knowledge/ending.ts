import { runInNewContext } from 'node:vm'

/**
 * What a function returns that must not hang: a test's own limit does not end what never waits.
 * @throws Error where it runs for so long that it hardly ends at all
 */
export const ending = <T>(run: () => T): T => runInNewContext('run()', { run }, { timeout: 60_000 }) as T
