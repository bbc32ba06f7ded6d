import { readBing } from './bing/index.ts'
import { readGa4 } from './ga4/index.ts'
import { readGsc } from './gsc/index.ts'
import facts from './readers.json' with { type: 'json' }

export const connectionKinds = ['gsc', 'ga4', 'bing'] as const
export type ConnectionKind = (typeof connectionKinds)[number]

export const readers = {
  gsc: { ...facts.gsc, kinds: ['gsc'], read: readGsc },
  ga4: { ...facts.ga4, kinds: ['ga4-session', 'ga4-first-user', 'ga4-manual'], read: readGa4 },
  bing: { ...facts.bing, kinds: ['bing'], read: readBing },
}
