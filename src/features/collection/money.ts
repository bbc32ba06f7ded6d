/** Money is counted in billionths of a US dollar: whole numbers, so that sums of many small prices stay exact. */
const nanosPerUsd = 1_000_000_000

/** No single answer costs more, whatever a provider says: its sum would not fit. */
const maxUsd = 1_000_000

/** Rounded up: what is reserved is never less than what it stands for. */
export const toNanos = (usd: number) => Math.ceil(Number((Math.min(usd, maxUsd) * nanosPerUsd).toFixed(3)))

/** Rounded to whole millionths of a dollar, as it is shown. */
export const toUsd = (nanos: number) => Math.round(nanos / 1000) / 1_000_000

/** The first day of a time's month of UTC, as YYYY-MM-DD. */
export const monthOf = (time: Date) => `${time.toISOString().slice(0, 7)}-01`
