import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('the packages install without a page of warnings, on an older Node too', async () => {
  // As users run npm, and not as it runs within its own scripts.
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
  const { stderr } = await promisify(execFile)('npm', ['ci', '--dry-run', '--ignore-scripts', '--offline'], {
    cwd: new URL('..', import.meta.url),
    env: Object.fromEntries(own),
  })
  expect(stderr).toBe('')
})
