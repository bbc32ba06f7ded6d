/** Returns the result of `work`, or of `onLate` after the timeout. Late work continues, without effect. */
export async function withTimeout<T, Late>(work: Promise<T>, timeoutMs: number, onLate: () => Late): Promise<T | Late> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, timeoutMs).unref()
  try {
    return await Promise.race([work, late.promise.then(onLate)])
  } finally {
    clearTimeout(timer)
  }
}
