import type { Fetcher } from '../../fetching/fetcher.ts'
import { createAddressSet } from './address-set.ts'
import { findHome } from './find-home.ts'
import { readSitemaps } from './read-sitemaps.ts'
import { createRobotsAwareFetcher, createRobotsFiles } from './robots-file.ts'

const megabyte = 1024 * 1024
const limits = { files: 100, fileBytes: 16 * megabyte, bytes: 64 * megabyte, entries: 1_000_000 }

/**
 * How many pages of a site the sitemaps at the four usual addresses list, indexes followed, each page once: 0 where
 * there are none, or robots.txt forbids them. When the time is over, or
 * the signal aborts, it is what has been counted by then.
 * @param token what robots.txt may call the audit
 */
export async function estimatePages(
  fetcher: Fetcher,
  home: URL,
  { token, maxMs = 10_000, signal: stopping }: { token: string; maxMs?: number; signal?: AbortSignal },
): Promise<number> {
  const time = AbortSignal.timeout(maxMs)
  const signal = stopping === undefined ? time : AbortSignal.any([time, stopping])
  const robotsOf = createRobotsFiles(fetcher, signal)
  const robotsAware = createRobotsAwareFetcher(fetcher, token, robotsOf)
  const pages = createAddressSet()
  const onPage = (address: string) => void pages.add(address)
  try {
    const { start, scope } = await findHome(robotsAware, home, { robotsOf, signal })
    await readSitemaps({ fetcher: robotsAware, home: start, scope, fromRobots: [], limits, onPage, signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return pages.size
}
