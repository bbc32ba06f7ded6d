import { spawnSync } from 'node:child_process'
import { openSync } from 'node:fs'
import { expect, test } from 'vitest'

test.runIf(process.platform === 'linux')(
  'a log that can no longer be written keeps no process from ending',
  () => {
    const program = `import { createLog } from '${new URL('./log.ts', import.meta.url)}'
    createLog('info', 'stdout').info('first')
    setTimeout(() => process.exit(7), 200)`
    const args = ['--input-type=module', '-e', program]
    const ended = spawnSync(process.execPath, args, {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'inherit'],
    })
    expect(ended.status).toBe(7)
  },
)
