/** Money is counted in integer billionths of a US dollar, so that sums of small prices stay exact. */
const nanosPerUsd = 1_000_000_000

/** Maximum cost per answer, whatever the provider reports: larger sums would overflow. */
const maxUsd = 1_000_000

/** Rounds up, so that reservations cover the full amount. */
export const toNanos = (usd: number) => Math.ceil(Number((Math.min(usd, maxUsd) * nanosPerUsd).toFixed(3)))

/** Rounds to millionths of a dollar for display. */
export const toUsd = (nanos: number) => Math.round(nanos / 1000) / 1_000_000

/** First day of the UTC month, as YYYY-MM-DD. */
export const monthOf = (time: Date) => `${time.toISOString().slice(0, 7)}-01`
