import type { ProviderKind } from '../provider-kinds.ts'
import { ticksPerDollar } from './emulated-prices.ts'

/** Something that was bought of an emulated provider. */
export interface Purchase {
  kind: ProviderKind
  /** The provider’s id of the answer or task. */
  id: string
  /** What the buyer sent along to know it by: an idempotency key, a tag; empty where the provider takes none. */
  reference: string
  prompt: string
  country: string
  costUsd: number
}

export interface LedgerSummary {
  /** Answers and tasks that were bought. */
  purchases: number
  costUsd: number
  byKind: Partial<Record<ProviderKind, { purchases: number; costUsd: number }>>
  /** References under which something was bought more than once. */
  boughtTwice: string[]
  /** Submissions that were refused since their key was known. */
  refusedRepeats: number
}

/** The emulated providers’ own account of what was bought of them. */
export interface Ledger {
  buy(purchase: Omit<Purchase, 'costUsd'>, ticks: number): void
  refuseRepeat(): void
  /** Everything that was bought, oldest first. */
  purchases(): readonly Purchase[]
  summary(): LedgerSummary
}

export function createLedger(): Ledger {
  const bought: (Omit<Purchase, 'costUsd'> & { ticks: number })[] = []
  let refusedRepeats = 0
  return {
    buy: (purchase, ticks) => bought.push({ ...purchase, ticks }),
    refuseRepeat: () => {
      refusedRepeats += 1
    },
    purchases: () =>
      bought.map(({ ticks, ...purchase }) => ({ ...purchase, costUsd: ticks / ticksPerDollar })),
    summary: () => {
      const sums = [...Map.groupBy(bought, ({ kind }) => kind)].map(([kind, of]) => [kind, summed(of)])
      const named = Map.groupBy(
        bought.filter(({ reference }) => reference !== ''),
        ({ kind, reference }) => `${kind} ${reference}`,
      )
      const repeated = [...named.values()].filter((of) => of.length > 1)
      return {
        ...summed(bought),
        byKind: Object.fromEntries(sums) as LedgerSummary['byKind'],
        boughtTwice: repeated.map(([first]) => first?.reference ?? ''),
        refusedRepeats,
      }
    },
  }
}

const summed = (of: readonly { ticks: number }[]) => ({
  purchases: of.length,
  costUsd: of.reduce((sum, { ticks }) => sum + ticks, 0) / ticksPerDollar,
})
