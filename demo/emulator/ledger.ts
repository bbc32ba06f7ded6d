import type { EmulatedKind } from './emulated-prices.ts'
import { ticksPerDollar } from './emulated-prices.ts'

/** A purchase from an emulated provider. */
export interface Purchase {
  kind: EmulatedKind
  /** The provider’s id of the answer or task. */
  id: string
  /** The buyer’s reference: an idempotency key or tag; empty if the provider supports none. */
  reference: string
  prompt: string
  country: string
  costUsd: number
}

export interface LedgerSummary {
  /** Bought answers and tasks. */
  purchases: number
  costUsd: number
  byKind: Partial<Record<EmulatedKind, { purchases: number; costUsd: number }>>
  /** References with more than one purchase. */
  boughtTwice: string[]
  /** Submissions refused because their key was already known. */
  refusedRepeats: number
}

/** The emulated providers’ own record of purchases. */
export interface Ledger {
  buy(purchase: Omit<Purchase, 'costUsd'>, ticks: number): void
  refuseRepeat(): void
  /** All purchases, oldest first. */
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
    purchases: () => bought.map(({ ticks, ...purchase }) => ({ ...purchase, costUsd: ticks / ticksPerDollar })),
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
