/**
 * Meanings of words in answers about products and in company news: valence on VADER's scale (-4 to 4), then
 * words and phrases. A hyphen counts as a space, `@` stands for an entity's name and `#` for a number. Our
 * own list, reviewed word by word. A word of VADER's that is neutral in this domain has the valence 0.
 */
export const domainLexicon = `
3: best in class, second to none, gold standard
2.6: exceptional, exceptionally, stellar, flawless, unbeatable, unmatched, unparalleled, top notch
2.6: outclasses, hard to beat, tough to beat, difficult to beat, clear winner, top pick, top picks
2.6: top choice, top choices
2.2: excels, shines, standout, renowned, acclaimed, award winning, industry leading, class leading
2.2: market leading, high quality, top tier, top rated, highly rated, game changer, must have, no brainer
2.2: can't go wrong, highly regarded, well regarded, value for money, bang for your buck, great value
2.2: good value
2: recommend, recommends, recommended, highly recommended, reliable, reliability, dependable, durable
2: durability, stands out, stand out, stood out, high praise, worth every penny, strong contender
2: top contender, top contenders, outperform, outperforms, outperformed, outperforming, outperformer
2: outperformers, outshines, surpasses, beats, top option, top options, top performer, top performers
2: top performing, top recommendation, top recommendations, top spot, top score, top marks, top brands
2: top model, top models, outsells, rave reviews
1.7: versatile, versatility, intuitive, accurate, accuracy, sturdy, rugged, seamless, seamlessly, luxurious
1.7: stylish, sleek, cutting edge, state of the art, worth considering, worth it, worth checking
1.7: long lasting, built to last, peace of mind, well made, well built, well rounded, well designed
1.7: user friendly, easy to use, ease of use, step up, leading, best seller, bestseller, bestselling
1.7: best selling, solid, bargain, snappy
1.5: without breaking the bank, without compromising, without sacrificing, without compromise
1.5: not compromise, doesn't compromise, doesn't skimp, don't skimp, not skimp, breeze, delivers, favourite
1.5: favourites, favorites
1.2: affordable, affordability, budget friendly, inexpensive, cost effective, reasonable, reasonably
1.2: eco friendly, lower price, lower prices, lower cost, lower costs, lower fees, low price, low prices
1.2: low cost, low fees, competitive price, competitive pricing, convenient, convenience, comfy, spacious
1.2: smooth, smoothly, plush, balanced, consistent, consistently, precise, precision, breathable
1.2: customizable, noteworthy, boasts
1: lightweight, portable, quiet, quieter, fast, faster, fastest, quick, high end, premium, stable, ample
1: all rounder, all arounder, heavy duty, professional grade, low maintenance, decent, simple, simplicity
1: compact
0.5: free, clean, cleaner, value, helps, supports, improve, benefits, benefit, rewards, bonus, efficient
0.5: non slip, anti slip, warm, fast charging, transparent, supportive
-2.3: unreliable, flimsy, underwhelming, subpar, shoddy, ripoff, rip off, steer clear, stay away
-2.3: data breach
-2.2: not recommended, not recommend, no longer recommended, overpriced, breach, breaches, breached, hacked
-2: avoid @, avoid the @, buggy, glitchy, laggy, falls short, fall short, fell short, not worth
-2: cheap feeling, complaint, complaints, complain, complained, criticized, criticised, criticism
-2: criticisms, recall, recalled
-1.8: feels cheap, feel cheap, performance issues, quality issues, connectivity issues, reliability issues
-1.7: discontinued, no longer available, lackluster, lacklustre, mediocre, inferior, plasticky, cheaply
-1.7: clunky, unstable, inconsistent, lacks, lacking, outage, outages, outdated, obsolete, security concerns
-1.7: vulnerability
-1.5: drawback, drawbacks, downside, downsides, shortcoming, shortcomings, costly, wears out, wear out
-1.5: misses, cluttered, cramped, uncomfortable, hit or miss, could be better, bloated, unintuitive, finicky
-1.5: tinny, mushy
-1.2: expensive, pricey, pricier, bulky, bulkier, noisy, slow, slower
-1.2: reported issues, out of reach, overkill, step down, limitation, limitations, premium price
-1.2: premium prices, higher price, high price, higher prices, high prices, steep price, steep
-1.2: fewer features, fewer options, fewer apps, fewer servers, fewer integrations
0: fewer, fewest, lowest
1.2: lowest price, lowest prices, lowest fee, lowest fees, lowest premium, lowest premiums, lowest cost, lowest costs
1.2: lowest rates
-1.2: tricky, learning curve, not for everyone
-1: heavier, loud, louder, caveat, caveats, shorter battery, shorter runtime, shorter lifespan
-1: smaller library, smaller selection, narrow, muted
-2.2: lawsuit, lawsuits, bankruptcy, insolvency, bankrupt, scandal, fined, fraud, layoffs, defaults
-2.2: insolvent
-1.6: probes, probe into, raids, investigation, investigations, under investigation, penalty, penalised
-1.6: slaps, halts, scraps, shuts, shutdown, withdraws, ousted, delist, delisted, defaulter, downgrades
-1.6: under scanner
2.2: bullish, overweight, multibagger, multibaggers, upgrade, upgrades, upgraded, best bet, best bets
2.2: bull run
2: top bet, top bets, top buy, top buys, good buy, great buy, a buy, a strong buy, strong buy, buy rating
2: safe bet, positive on, good bet, good bets, good long term, bet on @, bets on @, turnaround, turns around
2: attractive
1.8: buy @, accumulate, accumulate @, prefer @, prefers @, upside, stocks to buy, buy on dips, look good
1.8: looks good, looking good, target raised, raises target, raise target, wins, secures, upbeat, buoyant
1.8: buoyed, bounceback, bounce back, bounces back, transformational, preferred pick, value pick
1.8: stock picks, upper circuit
1.5: fully subscribed, oversubscribed, over subscribed, bet big, bets big, thumbs up, continue gains
1.5: steady growth, can be bought, to benefit, may benefit, likely to benefit, optimistic, resilient
1.5: upper limit, adding @
-2.2: bearish, underweight, downgraded, downgrade, underperform, underperforms, underperformer
-2.2: underperformed
-2: sell @, sells off, sell off, selloff, sell call, sell rating, sell with, is a sell, exit @, short @
-2: book profits, pulls down, pull down, pushes down, drags down, into red, take a hit, takes a hit
-2: shares tank, stocks tank
-1.5: profit booking, profit taking, selling pressure, under pressure, cost pressure, margin pressure
-1.5: price pressure, caution, subdued, tepid, hurdle, hurdles, hits @, hit @, hit by, softens, soften
-1.5: sink further, biggest drop, weigh on, weighs on, weighed on, weighing on, weighing, drags, dragged
-1.5: headwinds, slowdown, rout, jitters, volatile, extend losses, extends losses, prices ease
-1.5: limited upside, steps down, overbought, losing streak
2: record high, record highs, year high, month high, week high, all time high, life high, new high
2: lifetime high, day high, fresh high, year highs, week highs, month highs, high on, in green, in the green
2: two fold, record profit, beats estimates, beat estimates, beats forecast, beats expectations
2: tops estimates, above estimates
-2: record low, record lows, year low, month low, week low, all time low, life low, new low, new lows
-2: lower circuit, day low, fresh low, in red, in the red, misses estimates, miss estimates, below estimates
-2: misses forecast, to lows
1.5: @ up, up #, net up, profit up, shares up, stock up, sales up, stocks up, futures up, prices up
1.5: price up, up on, ends up, end up, ends higher, end higher, opens higher, open higher, moves up, move up
1.5: picks up, up in trade, go up, goes up, going up, edge up, edges up, closes up, push up, pushes up
1.5: drive up, drives up, remains up, further up, up further, up over, up by, up in, prop up, all time highs
1.5: highs, @ above, holds above, closes above
-1.5: @ down, down #, net down, profit down, shares down, stock down, sales down, stocks down, futures down
-1.5: down on, prices down, price down, ends down, end down, ends lower, end lower, opens lower, open lower
-1.5: moves down
-1.8: @ tank, @ tanks
-1.2: @ below, closes below, trades below
1.5: firms up, pays off debt, repays, debt free, ex debt
1.5: gets nod, gets approval, sebi nod
-1.8: suspends @, suspends trading in @, suspended, bars @, barred, bans @, banned, blacklisted, blacklists @
-1.8: cuts @, cut @, raps, rapped, loss making, loses market share, lost market share
0: on dips, on every dip, on declines, on every decline, no, like, want, share, shares, pressure, security, secure
0: energy, smart, amazon, gun, vision, original
0: originals, credit, credits, ensure, ensures, ensuring, yes, qt, super, play, plays, playing, safety, true
0: ha, sure, attachment, party, attachments, l, ff, bl, gt, cancelling, canceling, cancellation, active
0: hard, casual, isolation, desired, desire, envy, welcome, swift, lively, care, number, numbers, toughened
0: stall, empty, emptying, anti, barrier, interested, serious, united, fitness, fire, hand, wells, carefully
0: kind, horror, wars, war, freedom, tough, redeemed, restore, certain, certainly, fan, fans, marvel
0: tolerance, alert, alerts, lag, crushing, inspire, pay, liberty, furious, strain, parties, dirt, dynamics
0: urgent, emergency, resolve, rapture, axe, murder, dead, diamond, bold, fighting, focused, deception
0: aggressive, matter, matters, stop, charge, charges, thriller, comedy, sabotage, fascists, sufferers
0: block, blocking, treat, pain, weaknesses, strengths, strength, important, help, support, supported, grand
0: nuts, tops, lows, demand, fresh, worth, crude, debt, assets, interest, nifty, profit, profits, growth
0: hope, trust, trusts, top, risk, risks, holiday, cut, cuts, low, greater, join, joins, fit, save, mistakes
0: dream, dreams, discounted, enthusiasts, lovers, scoop, spirit, championship, winning, creative, extend
0: extends, adequate, luck, vitamin, vitality, chance, distractions, irritation, irritants, gross, increase
0: increases, increased, expand, expands, insane, insanely, limited edition, limited time, limited warranty
0: best buy, thanks to, up to, down to, as well, as well as, at a premium, price tag, stop loss, drop in
0: drop off, drop down, drop protection, drop resistant, share price, share prices, top up, block deal
0: free shipping, free trial, play store, rose gold, to avoid, pros and cons, recommend hold, prefer to
0: you prefer, who prefer, scam shield, scam protection, scam call, scam calls, scam blocking
0: fraud protection, damage protection, anti theft, crash detection, surge protector, surge protection
0: jump starter, jump rope, slow cook, slow cooker, lower back, lower body, weight loss, hair loss
0: heat loss, data loss, solid top, solid spruce, solid mahogany, solid cedar, solid wood, solid color
0: solid colors, solid state, garden shed, bear market rally
`

const rising = `rise rises rising rose gain gains gaining gained jump jumps jumped jumping surge surges
  surged surging rally rallies rallied rallying soar soars soared soaring climb climbs climbed climbing
  zoom zooms zoomed spurt spurts rebound rebounds rebounded recover recovers recovered rebounding skyrocket
  skyrockets leap leaps leapt uptick advances strengthen strengthens strengthened grow grows grew grown
  growing lifts lifted doubles doubled triples tripled boost boosts boosted swell swells swelled`

const falling = `fall falls fell fallen falling slip slips slipped slipping slide slides slid sliding drop
  drops dropped dropping decline declines declined declining dip dips dipped plunge plunges plunged
  plunging tumble tumbles tumbled sinks sank slump slumps slumped slumping tanked crash crashes crashed
  nosedive nosedives plummet plummets plummeted shed sheds lose loses losing weaken weakens weakened dives
  skid skids shrink shrinks shrank narrows narrowed retreat retreats crumble crumbles lags trails trailed`

/** Verbs of direction: good or bad depending on their subject. */
export const directions: ReadonlyArray<readonly [valence: number, words: string]> = [
  [1.8, rising],
  [-1.8, falling],
  [1.8, 'widen widens widened widening'],
  [1, 'higher'],
  [-1, 'lower'],
]

/** Bad news when they rise. A loss is also bad news without a direction. */
export const liabilities = `loss losses debt debts cost costs inflation deficit expenses npa npas arrears
  delays complaints outages churn fees provisions unemployment borrowings`

/** VADER's negations, and verbs that reverse the words after them: "fails to lift", "pares losses". */
export const negations = `aint ain't arent aren't cannot cant can't couldnt couldn't darent daren't didnt
  didn't doesnt doesn't dont don't hadnt hadn't hasnt hasn't havent haven't isnt isn't mightnt mightn't
  mustnt mustn't neither neednt needn't never no none nope nor not nothing nowhere oughtnt oughtn't rarely
  seldom shant shan't shouldnt shouldn't wasnt wasn't werent weren't without wont won't wouldnt wouldn't
  despite hardly unlikely fails failed pare pares pared paring trims trimmed trimming reverses reversed
  erases erased capped curbs snaps snapped arrests`

export const boosters = `absolutely amazingly completely considerably decidedly deeply enormously entirely
  especially exceptionally extremely fabulously fully greatly highly hugely incredibly intensely majorly
  more most particularly purely quite really remarkably so substantially super sharply thoroughly totally
  tremendously truly unbelievably unusually utterly very too`

export const dampeners = `almost barely kinda little marginally occasionally partly scarcely slightly
  somewhat sorta relatively fairly moderately`
