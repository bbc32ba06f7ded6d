import type { Fetcher } from '../../fetching/fetcher.ts'
import { createAddressSet } from './address-set.ts'
import { findHome } from './find-home.ts'
import { readSitemaps } from './read-sitemaps.ts'
import { createRobotsAwareFetcher, createRobotsFiles } from './robots-file.ts'

const megabyte = 1024 * 1024
const limits = { files: 100, fileBytes: 16 * megabyte, bytes: 64 * megabyte, entries: 1_000_000 }

/** How often it is told how many pages have been counted. */
const countMs = 100

/** Pages that the sitemaps of a site list. */
export interface Estimate {
  pages: number
  /** Whether there was time for all of them: where not, there may be more. */
  isComplete: boolean
}

export interface EstimateOptions {
  /** What robots.txt may call the audit. */
  token: string
  /** Ends the count: what it has come to by then is the estimate. */
  signal: AbortSignal
  /** Told now and then what it has come to. */
  onCount?(pages: number): void
}

/**
 * How many pages of a site the sitemaps at the four usual addresses list, indexes followed, each page once: 0 where
 * there are none, or robots.txt forbids them.
 */
export async function estimatePages(
  fetcher: Fetcher,
  home: URL,
  { token, signal, onCount }: EstimateOptions,
): Promise<Estimate> {
  const robotsOf = createRobotsFiles(fetcher, signal)
  const robotsAware = createRobotsAwareFetcher(fetcher, token, robotsOf)
  const pages = createAddressSet()
  const onPage = (address: string) => void pages.add(address)
  const telling = setInterval(() => onCount?.(pages.size), countMs)
  try {
    const { start, scope } = await findHome(robotsAware, home, { robotsOf, signal })
    await readSitemaps({ fetcher: robotsAware, home: start, scope, fromRobots: [], limits, onPage, signal })
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    clearInterval(telling)
  }
  return { pages: pages.size, isComplete: !signal.aborted }
}
