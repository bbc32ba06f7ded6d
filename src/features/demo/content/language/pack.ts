import type { Area, Aspect } from '../catalogue.ts'
import type { Tone } from '../trends.ts'

/** What can be said of an aspect: predicates that follow a name, and noun phrases for lists and tables. */
export interface Opinion {
  says: readonly string[]
  notes: readonly string[]
}

export type AspectTexts = Record<Aspect, { good: Opinion; bad: Opinion }>

/** A piece of advice: its keyword in bold where the engine likes lists, and a full sentence. */
export type Tip = readonly [keyword: string, sentence: string]

/** The texts of prompts that ask for an explanation rather than for products. */
export interface Explanation {
  leads: readonly string[]
  headings: readonly string[]
  points: readonly Tip[]
  closings: readonly string[]
  followUps: readonly string[]
}

/**
 * All texts of one language. Placeholders: {n} a name, {a} {b} good predicates, {x} {y} bad ones, {an} {bn} {xn} {yn}
 * the matching noun phrases, {subject} what is looked for, {first} {second} {third} names in order.
 */
export interface LanguagePack {
  aspects: AspectTexts
  remarks: Record<Tone, readonly string[]>
  /** A further sentence on what a remark left out. */
  extras: { good: readonly string[]; bad: readonly string[]; price: readonly string[] }
  subjects: Partial<Record<Area, readonly string[]>>
  tips: Partial<Record<Area, readonly Tip[]>>
  generalTips: readonly Tip[]
  intros: {
    chatty: readonly string[]
    plain: readonly string[]
    hedged: readonly string[]
    verdict: readonly string[]
  }
  /** Introductions of a comparison of two. */
  versus: readonly string[]
  /** A second sentence of an introduction. */
  contexts: readonly string[]
  closings: { followUp: readonly string[]; summary: readonly string[]; caveat: readonly string[] }
  companion: readonly string[]
  useCases: readonly string[]
  labels: {
    picks: readonly string[]
    advice: readonly string[]
    comparison: readonly string[]
    pros: string
    cons: string
    product: readonly string[]
    strengths: readonly string[]
    weaknesses: readonly string[]
    price: string
    around: string
    others: readonly string[]
    reasons: readonly string[]
    /** Between a label and what it labels. */
    colon: string
  }
  explanations: Partial<Record<Area, Explanation>>
}
