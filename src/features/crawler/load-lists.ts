import { join } from 'node:path'
import type { Config } from '../../kernel/config.ts'
import type { Services } from '../../kernel/context.ts'
import { loadRangeLists, makeRangeList, type RangeList, type RangeLists } from '../../lib/bots/index.ts'
import { inList } from '../../stores/postgres-rows.ts'

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

async function loadFetched({ db, states: { botRanges } }: Services): Promise<RangeLists> {
  const known = botRanges.lists
  const stored = db.selectFrom('bot_ranges').select(['name', 'fetched_at']).where('networks', 'is not', null)
  const times = await stored.execute()
  const changed = times.filter(
    ({ name, fetched_at }) => known.get(name)?.fetchedAtMs !== fetched_at?.getTime(),
  )
  const names = changed.map(({ name }) => name)
  const lists = new Map(times.flatMap(({ name }) => pairOf(name, known.get(name))))
  if (names.length > 0) {
    const read = db.selectFrom('bot_ranges').select(['name', 'fetched_at', 'networks'])
    for (const { name, fetched_at, networks } of await read.where(inList('name', names, 'text')).execute())
      if (networks !== null && fetched_at !== null)
        lists.set(name, makeRangeList(networks, fetched_at.getTime()))
  }
  botRanges.lists = lists
  return lists
}

const pairOf = (name: string, list: RangeList | undefined): [string, RangeList][] =>
  list === undefined ? [] : [[name, list]]

/** The directory of bot IP ranges. Defaults to one next to the embedded stores. */
const botRangesFolder = ({ BOT_RANGES_DIR, DATA_DIR }: Pick<Config, 'BOT_RANGES_DIR' | 'DATA_DIR'>) =>
  BOT_RANGES_DIR ?? join(DATA_DIR, 'bot-ranges')
