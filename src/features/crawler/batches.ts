/** Collects items and stores them in batches, one batch at a time. */
export interface Batches<T> {
  /** Waits only if the batch is full while the previous one is being stored. @throws earlier errors of `store` */
  add(items: readonly T[]): Promise<void>
  /** Stores the rest. @throws errors of `store` */
  end(): Promise<void>
}

export interface BatchOptions<T> {
  /** Items per full batch. */
  full: number
  /** Whether to store partial batches as soon as no batch is being stored. */
  isEager: boolean
  store: (items: T[]) => Promise<void>
}

/** Stores one batch while collecting the next. */
export function createBatches<T>({ full, isEager, store }: BatchOptions<T>): Batches<T> {
  let batch: T[] = []
  let isStoring = false
  let storing = Promise.resolve()

  function start(): void {
    const items = batch
    batch = []
    isStoring = true
    storing = store(items).then(() => {
      isStoring = false
      if (isEager && batch.length > 0) start()
    })
    storing.catch(() => {})
  }

  async function waitUntilIdle(): Promise<void> {
    while (isStoring) await storing
  }

  return {
    async add(items) {
      for (const item of items) batch.push(item)
      if (batch.length >= full) await waitUntilIdle()
      if (batch.length >= full || (isEager && batch.length > 0 && !isStoring)) start()
    },
    async end() {
      await waitUntilIdle()
      if (batch.length > 0) start()
      await waitUntilIdle()
    },
  }
}
