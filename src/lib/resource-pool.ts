/** Runs a task with a free resource. Tasks wait in line while none is free. */
export type ResourcePool<Resource> = <Result>(work: (resource: Resource) => Promise<Result>) => Promise<Result>

/** @param resources each serves one task at a time */
export function createResourcePool<Resource>(resources: readonly Resource[]): ResourcePool<Resource> {
  const free = [...resources]
  const waiting: ((resource: Resource) => void)[] = []
  return async (work) => {
    const resource = free.pop() ?? (await new Promise<Resource>((resolve) => waiting.push(resolve)))
    try {
      return await work(resource)
    } finally {
      const next = waiting.shift()
      if (next === undefined) free.push(resource)
      else next(resource)
    }
  }
}
