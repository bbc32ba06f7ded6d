import { findChromium } from '../lib/chromium/find-chromium.ts'

const found = findChromium(undefined)

/** Without a browser, its tests are skipped with a message; in CI that is a failure. */
export const hasBrowser = process.env.CI === 'true' || found !== undefined

export const chromiumPath = found ?? 'chromium'

/** Flags for no window and no background requests. */
export const quiet =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
    ' ',
  )
