import { join } from 'node:path'
import type { Config } from '../../kernel/config.ts'
import type { Services } from '../../kernel/context.ts'
import { loadRangeLists, makeRangeList, type RangeList, type RangeLists } from '../../lib/bots/index.ts'

export interface LoadedLists {
  lists: RangeLists
  /** Files that are not valid lists. */
  problems: { file: string; reason: string }[]
}

declare module '../../kernel/context.ts' {
  interface FeatureStates {
    /** Parsed lists of addresses, which rarely change between imports. */
    botRanges: { lists: RangeLists }
  }
}

/** Loads the fetched lists and those of the folder. The newer one wins if names are equal. */
export async function loadLists(services: Services): Promise<LoadedLists> {
  const [fetched, { lists, problems }] = await Promise.all([
    loadFetched(services),
    loadRangeLists(botRangesFolder(services.config)),
  ])
  const all = new Map(fetched)
  for (const [name, list] of lists)
    if (list.fetchedAtMs >= (all.get(name)?.fetchedAtMs ?? Number.NEGATIVE_INFINITY)) all.set(name, list)
  return { lists: all, problems }
}

/** `networks` has the networks of a list, or the keys (JWK) of a directory. */
async function loadFetched({ db, states: { botRanges } }: Services): Promise<RangeLists> {
  const stored = db.selectFrom('bot_ranges').where('networks', 'is not', null)
  const lists = new Map<string, RangeList>()
  for (const { name, fetched_at } of await stored.select(['name', 'fetched_at']).execute()) {
    const known = botRanges.lists.get(name)
    const isKnown = known !== undefined && known.fetchedAtMs === fetched_at?.getTime()
    const row = isKnown ? undefined : await stored.selectAll().where('name', '=', name).executeTakeFirst()
    if (isKnown) lists.set(name, known)
    else if (row?.networks != null && row.fetched_at !== null)
      lists.set(name, makeRangeList(row.networks, row.fetched_at.getTime(), name))
  }
  botRanges.lists = lists
  return lists
}

/** The directory of bot IP ranges. Defaults to one next to the embedded stores. */
const botRangesFolder = ({ BOT_RANGES_DIR, DATA_DIR }: Pick<Config, 'BOT_RANGES_DIR' | 'DATA_DIR'>) =>
  BOT_RANGES_DIR ?? join(DATA_DIR, 'bot-ranges')
