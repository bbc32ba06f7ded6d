import { existsSync } from 'node:fs'

export const chromiumPath = '/usr/bin/chromium'

/** Without a browser its tests are left out, and say so; where the whole is to be shown, that is a fault. */
export const hasBrowser = process.env.CI === 'true' || existsSync(chromiumPath)

/** What it is started with: no window, and nothing that it asks for by itself. */
export const quiet =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
    ' ',
  )
