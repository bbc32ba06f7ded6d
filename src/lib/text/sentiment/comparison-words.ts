/**
 * Words between a subject and what it is compared with, by their judgment of the subject on VADER's scale.
 * The other entity gets the opposite.
 */
export const comparisonLexicon = `
2: beat, beats, beating, outperform, outperforms, outperformed, outshines, outshine, outshone, surpasses, surpass
2: surpassed, outclasses, outclassed, overtakes, overtook, outsells, outsold, edges out, edge out, edged out
2: trumps, trumped, bests, bested, dethrones, dethroned, defeats, defeated, pips, pipped, eclipses, eclipsed, outpaces
2: outpaced, outranks, outdoes, outdid, outlasts, outlasted, outscores, outscored, outmatches, trounces
2: blows away, runs circles around, run circles around, runs rings around, pulls ahead of, pulled ahead of
2: well ahead of, far ahead of, way ahead of, came out ahead of, comes out ahead of, leagues ahead of, superior to
2: preferable to, preferred to, preferred over, favored over, favoured over, chosen over, a cut above, a step above
2: step up from, better placed than, wins over, won over, edge over, an edge over, the edge over, advantage over
2: improvement over, improvement on, upgrade over, upgrade from, leapfrogs, leaves behind, lead over, gains on
-2: trails, trailed, lags, lagged, lags behind, trails behind, falls behind, fell behind, fall behind, no match for
-2: isn't a match for, inferior to, loses to, lost to, loses out to, lost out to, pales in comparison to
-2: pales in comparison with, pales next to, pales beside, can't match, cannot match, can't compete with
-2: cannot compete with, can't touch, can't hold a candle to, doesn't hold a candle to, falls short of, fell short of
-2: step down from, far behind, well behind, way behind, a distant second to, second to, worse than
-2: outperformed by, beaten by, outshone by, surpassed by, overtaken by, outclassed by, eclipsed by, outsold by
-2: outdone by, bested by, trounced by, edged out by, dethroned by, loses market share to, lost market share to
-2: lost ground to, loses ground to, losing ground to, gives ground to, gave ground to, given up ground to, ceded ground to
-2: lost customers to, loses customers to, losing customers to, lost users to, losing users to, loses users to
2: overtaken, gained ground on, gains ground on, gaining ground on, won customers from, beats out, stays ahead of
-2: loses share to, losing market share to, underperforms, underperformed, underperform, dwarfed by
2: wins against, won against, half the price of, half the cost of
-2: loses against, lost against, twice as much as, twice the price of, double the price of
1.5: costs less than, twice as long as, twice as fast as, longer than, cheaper than
-1.5: costs more than, more expensive than
0: instead of, rather than, in place of, compared to, compared with, in comparison to, in contrast to, next to
0: relative to
`

/** Words before an entity that is only referred to. */
export const referenceWords = `works with, work with, pairs with, compatible with, integrates with, syncs with, connects
  to, imports from, files from, data from, similar to, based on, previously worked at, worked at, former,
  between`

/** Phrases that look like comparisons, but praise the next entity. */
export const praiseOfNext = `do worse than, can't beat, cannot beat, can't be beat, hard to beat, tough to beat, difficult to beat`

/** Phrases that deny the rest, up to the next comma. */
export const denials =
  'fewer than half, less than half, only # of, just # of, less than # of, fewer than # of, only half of, hardly anyone, far from, anything but, by no means, in no way, not exactly, nowhere near, not remotely'

/** Phrases before self-descriptions and past states: no judgment up to the next comma. */
export const hearsay = `claims to, claims its, claims that, claims it, claimed to, calls itself, markets itself, bills itself,
  describes itself, advertises itself, touts itself, styles itself, used to be, promises to, says it, says its`
