const signals = ['SIGTERM', 'SIGINT'] as const

/** Resolves with the first SIGTERM or SIGINT. The next one, of either kind, ends the process at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    function stop(): void {
      for (const signal of signals) process.removeListener(signal, stop)
      resolve()
    }
    for (const signal of signals) process.on(signal, stop)
  })
}
