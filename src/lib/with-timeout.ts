/**
 * What `work` comes to, or what `onLate` returns or throws where it takes longer. Work that is late goes on, and what it
 * comes to is passed over.
 */
export async function withTimeout<T, Late>(
  work: Promise<T>,
  timeoutMs: number,
  onLate: () => Late,
): Promise<T | Late> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, timeoutMs).unref()
  try {
    return await Promise.race([work, late.promise.then(onLate)])
  } finally {
    clearTimeout(timer)
  }
}
