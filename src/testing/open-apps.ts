/** What tests have opened and not closed: a process can have ClickHouse open on one directory only. */
export const openApps = new Set<{ close(): Promise<void> }>()
