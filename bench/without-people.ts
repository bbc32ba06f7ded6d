import { registerHooks } from 'node:module'

// Turns the sink of people's visits off, for `bench/people.ts`: `node --import ./bench/without-people.ts`

const sink = /^ +others: .*,\n/m

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/features/crawler/ingest-visits.ts')) return loaded
    const source = String(loaded.source)
    if (!sink.test(source)) throw new Error('the sink of people is not where bench/without-people.ts looks for it')
    return { ...loaded, source: source.replace(sink, '') }
  },
})
