/** Apps that tests opened and did not close: a process can open ClickHouse on only one directory. */
export const openApps = new Set<{ close(): Promise<void> }>()
