import type { Fetcher } from '../../fetching/fetcher.ts'
import { createAddressSet } from './address-set.ts'
import { findHome } from './find-home.ts'
import { readSitemaps } from './read-sitemaps.ts'
import { createRobotsAwareFetcher, createRobotsFiles } from './robots-file.ts'

const megabyte = 1024 * 1024
const limits = { files: 100, fileBytes: 16 * megabyte, bytes: 64 * megabyte, entries: 1_000_000 }

/** Interval of progress reports. */
const countMs = 100

export interface Estimate {
  pages: number
  /** Whether all sitemaps were read in time. If not, there may be more pages. */
  isComplete: boolean
}

export interface EstimateOptions {
  /** The audit’s product token in robots.txt. */
  token: string
  /** Stops the count; the pages counted by then are the estimate. */
  signal: AbortSignal
  /** Reports progress. */
  onCount?(pages: number): void
}

/** Counts the unique pages in the sitemaps at common paths; 0 if none exist or robots.txt forbids them. */
export async function estimatePages(
  fetcher: Fetcher,
  home: URL,
  { token, signal, onCount }: EstimateOptions,
): Promise<Estimate> {
  const robotsOf = createRobotsFiles(fetcher, signal)
  const robotsAware = createRobotsAwareFetcher(fetcher, token, robotsOf)
  const pages = createAddressSet()
  const onPage = (address: string) => void pages.add(address)
  const reporting = setInterval(() => onCount?.(pages.size), countMs)
  try {
    const { start, scope } = await findHome(robotsAware, home, { robotsOf, signal })
    await readSitemaps({ fetcher: robotsAware, home: start, scope, fromRobots: [], limits, onPage, signal })
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    clearInterval(reporting)
  }
  return { pages: pages.size, isComplete: !signal.aborted }
}
