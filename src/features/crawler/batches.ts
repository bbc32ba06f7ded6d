/** Collects items and hands them on in batches, one after another. */
export interface Batches<T> {
  /** Waits only where a batch is full while the one before is being stored. @throws what storing threw before */
  add(items: readonly T[]): Promise<void>
  /** Hands on what is left. @throws what storing threw */
  end(): Promise<void>
}

export interface BatchOptions<T> {
  /** Items from which on a batch is full. */
  full: number
  /** Whether whatever is there is handed on as soon as nothing is being stored. */
  isEager: boolean
  store: (items: T[]) => Promise<void>
}

/** One batch is stored while the next one is collected. */
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

  async function idle(): Promise<void> {
    while (isStoring) await storing
  }

  return {
    async add(items) {
      for (const item of items) batch.push(item)
      if (batch.length >= full) await idle()
      if (batch.length >= full || (isEager && batch.length > 0 && !isStoring)) start()
    },
    async end() {
      await idle()
      if (batch.length > 0) start()
      await idle()
    },
  }
}
