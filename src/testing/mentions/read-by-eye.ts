// A person read the whole visible text of 100 real answers, to judge every found mention and to find the missed ones:
// every fifth line of answers/product-bench.jsonl, all 12 categories and 33 topics. A mention is right if a reader sees
// a word that names the brand, be it as maker, shop, service, platform ("Google TV") or source. The interface’s own
// text after an answer ("Your feedback helps Google improve") is not part of it.

/**
 * The 40 brands with the most labels in the whole file; of those with 16 labels, the first alphabetically. HP would be
 * the eighth and is excluded: in "2.2 HP motor" (line 180, five times) no spelling tells it from the brand.
 */
export const frequentBrands: readonly string[] = namesIn(`
Ninja, Asus, Samsung, Breville, Google, Sony, Dell, Audio-Technica, Garmin, Apple, Philips, LG
Vitamix, GreenPan, Anker, Dyson, Nike, Oral-B, All-Clad, TP-Link, Acer, Hisense, JBL, Yamaha
Jabra, Amazon, Brother, Wilson, Theragun, Columbia, hOmeLabs, Netgear, Coros, Fluance, Nectar
Adidas, Capital One, CeraVe, Consumer Cellular, Gaggia
`)

/**
 * Twenty more brands whose names are ordinary words, for which mistakes are most likely. Instant is excluded,
 * because "Instant Ink" (line 450) is a service of HP.
 */
export const wordBrands: readonly string[] = namesIn(`
Away, Beats, Blink, Canon, Caraway, Chase, Criterion, Discover, Fender, Helix, Keystone, Lively
Lucid, Molten, Nothing, Polar, Quip, Ring, Seagull, Shark
`)

/** Ordinary words, for which an operator would make matching case-sensitive: line 125 has "giving away". */
export const caseSensitiveBrands: ReadonlySet<string> = new Set(['Apple', 'Brother', 'Nectar', 'Ninja', ...wordBrands])

/** Number of mentions per brand, in the order of the lists above; eight answers name none. */
export interface ReadAnswer {
  /** Line, from 0, in answers/product-bench.jsonl. */
  line: number
  /** For example `Asus: 2, Dell: 1`. */
  mentions: string
}

const table = `
0 | Asus: 2, Dell: 1, Amazon: 2
5 | Samsung: 1, Google: 1
10 | Sony: 1, Audio-Technica: 1, Anker: 1, Jabra: 1
15 | Samsung: 3, Google: 4, Sony: 5, LG: 3, Amazon: 1
20 | Shark: 3
25 | Nectar: 3, Helix: 3
30 | Nike: 1, Adidas: 1
35 | Sony: 2, Apple: 2, JBL: 4, Jabra: 2, Beats: 2
40 | Ninja: 1, Philips: 1
45 | Apple: 1, Amazon: 3, Criterion: 3
50 | Ninja: 3, Breville: 7, Vitamix: 4
55 |
60 | Asus: 1, Dell: 1, LG: 1
65 | Asus: 1, Google: 4, TP-Link: 1, Amazon: 2, Netgear: 1
70 | Ninja: 2, Caraway: 3
75 |
80 | Capital One: 3, Chase: 6, Discover: 3
85 |
90 |
95 | CeraVe: 1
100 | Consumer Cellular: 4, Lively: 3
105 | Lucid: 1
110 | Google: 1, TP-Link: 2, Amazon: 1, Blink: 3, Ring: 4
115 | Theragun: 5
120 | Columbia: 1
125 |
130 | hOmeLabs: 1, Keystone: 1
135 | Asus: 1, Samsung: 2, Dell: 2, Apple: 3, Acer: 3
140 | Sony: 2, Audio-Technica: 2, Apple: 3, Anker: 1, JBL: 4, Beats: 2
145 |
150 | Breville: 2, Gaggia: 3
155 | Samsung: 1, LG: 1, Dyson: 2, Shark: 1
160 | Nike: 3, Adidas: 1
165 | Apple: 1, Anker: 1, Jabra: 1, Beats: 1
170 | Garmin: 3, Apple: 3, Nike: 1, Coros: 3, Polar: 3
175 | Ninja: 1, Philips: 1
180 | Ninja: 2, Vitamix: 4
185 | Amazon: 1, Brother: 2, Canon: 1
190 | Philips: 1, Oral-B: 2
195 | Asus: 2, Dell: 2
200 | GreenPan: 1, All-Clad: 1
205 | Away: 5
210 | Sony: 2, Audio-Technica: 3, Fluance: 2
215 | Capital One: 4, Discover: 4
220 | Nike: 1, Wilson: 2, Molten: 1
225 | CeraVe: 1
230 | GreenPan: 2
235 | Consumer Cellular: 2, Lively: 2
240 | Google: 4, Apple: 2, Ring: 2
245 | Theragun: 6
250 |
255 | Columbia: 4
260 | Google: 1, hOmeLabs: 6, Keystone: 3
265 | Asus: 2, Dell: 1, Apple: 2, Acer: 7
270 | Samsung: 3, Google: 5, Nothing: 4
275 | Sony: 2, Audio-Technica: 2, Anker: 2, JBL: 2, Amazon: 1, Beats: 1
280 | Breville: 4, Gaggia: 1
285 | Samsung: 3, Dyson: 9, Shark: 5
290 | Amazon: 1, Nectar: 2, Helix: 2
295 | Nike: 7, Adidas: 3
300 | Garmin: 5, Apple: 3, Coros: 2, Polar: 2
305 | Ninja: 6, Breville: 2, Amazon: 1
310 | Amazon: 2, Criterion: 1
315 | Ninja: 2, Breville: 4, Vitamix: 6
320 | Philips: 2, Oral-B: 6, Quip: 2
325 | Asus: 4, Dell: 3
330 | Asus: 3, Google: 4, TP-Link: 3, Netgear: 1
335 | Ninja: 1, GreenPan: 2, All-Clad: 2, Caraway: 2
340 | Sony: 1, Audio-Technica: 2, Fluance: 3
345 | Capital One: 3, Chase: 4, Discover: 1
350 | Yamaha: 2, Fender: 1, Seagull: 1
355 | Google: 1
360 | GreenPan: 2, All-Clad: 2
365 | Consumer Cellular: 1, Lively: 1
370 | Lucid: 1
375 | Google: 3, Blink: 2
380 | Amazon: 1
385 | Columbia: 4
390 |
395 | hOmeLabs: 2
400 | Samsung: 7, Google: 4, Nothing: 4
405 | Sony: 1, Audio-Technica: 1, Anker: 3, JBL: 1
410 | Google: 4, LG: 3, Hisense: 7
415 | Breville: 4, Philips: 2, Amazon: 1, Gaggia: 2
420 | Nectar: 2, Helix: 2
425 | Adidas: 3
430 | Sony: 2, Apple: 1, Anker: 1, JBL: 2, Jabra: 2, Beats: 2, Nothing: 2
435 | Garmin: 4, Coros: 2, Polar: 2
440 | Amazon: 2, Criterion: 1
445 | Ninja: 3, Breville: 2, Vitamix: 7
450 | Brother: 4, Canon: 2
455 | Philips: 5, Oral-B: 7, Quip: 2
460 | Asus: 4, TP-Link: 6, Netgear: 2
465 | Ninja: 2, GreenPan: 2, All-Clad: 1, Amazon: 1, Caraway: 2
470 | Away: 1
475 | Sony: 2, Audio-Technica: 3, Fluance: 2
480 | Yamaha: 2, Fender: 2, Seagull: 2
485 | Wilson: 4
490 | CeraVe: 2
495 | Ninja: 2, GreenPan: 2, All-Clad: 2
`

export const readAnswers: readonly ReadAnswer[] = table
  .trim()
  .split('\n')
  .map((row) => {
    const [line = '', mentions = ''] = row.split('|').map((cell) => cell.trim())
    return { line: Number(line), mentions }
  })

export interface RunTogether {
  line: number
  brands: readonly string[]
  text: string
}

/**
 * Names that the page capture joined with their neighbors: prices, list items, a footer. A reader guesses
 * nine more names there. They are not words of the text, so the counts above exclude them.
 */
export const runTogether: readonly RunTogether[] = [
  { line: 265, brands: ['Dell'], text: '$1,199.99Dell' },
  { line: 285, brands: ['Amazon'], text: 'AmazonWalmartBest Buy' },
  { line: 320, brands: ['Oral-B'], text: '$69.95Oral-B' },
  { line: 320, brands: ['Amazon', 'Philips'], text: 'AmazonBest BuyTargetWalmartPhilips' },
  { line: 355, brands: ['Google'], text: 'GoogleTerms10 km' },
  { line: 445, brands: ['Amazon', 'Vitamix', 'Ninja'], text: 'AmazonBest BuyVitamixBlendtecNinja Kitchen' },
]

function namesIn(list: string): string[] {
  return list.split(/[,\n]/).flatMap((name) => name.trim() || [])
}
