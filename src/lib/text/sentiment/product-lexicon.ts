/**
 * Praise and criticism of products and services, on VADER's scale as in `domainLexicon`. `~` after a verb
 * adds its forms (leak, leaks, leaked, leaking), `^` after an adjective its degrees (sturdy, sturdier).
 */
export const productLexicon = `
2.6: great pick, great fit, perfect fit, great option, works great, works flawlessly, perfectly suited, flawlessly
2.6: brilliantly, wonderfully, beautifully, exceeded expectations, exceeds expectations, exceeded my expectations
2.6: exceeded our expectations
2.6: can't recommend it enough, cannot recommend it enough, blew us away, blew me away, above and beyond
2.2: swear by, swears by, rave about, raves about, raved about, can't live without, never looked back, hands down
2.2: worth every cent, worth every dollar, worth every minute, worth the money, worth the price, worth the investment
2.2: worth the extra, editor's choice, editors choice, editor's pick, crowd pleaser, fan favorite, fan favourite
2.2: most trusted, top of the line, unrivaled, unrivalled, unsurpassed, incomparable, peerless, phenomenal
2.2: spotless, impeccable, immaculate, effortless, effortlessly, gorgeous, superbly, splendid, outstandingly
2: a steal, absolute steal, hard to fault, hard to go wrong, hard to resist, can't fault, cannot fault, no regrets
2: keep coming back, keeps coming back, gets it right, ticks all the boxes, checks all the boxes, rock solid
2: lives up to, lived up to, live up to, holds up well, hold up well, held up well, stands the test of time
2: out of their way, out of its way, buy again, buy it again, pays for itself, joy to use, pleasure to use
2: a joy, a delight, delightful, delightfully, superb, terrific, trustworthy, polished, refined, bulletproof
2: fell in love, fall in love, never let us down, never let me down, never lets you down, on the first try
1.8: well suited, best suited, good fit, good pick, solid pick
1.8: safe pick, good option, solid option, safe choice, smart choice, smart buy, loyal following
1.8: gets the job done, get the job done, got the job done, does the job, holds its own, runner up, go to brand
1.8: go to choice, go to option, go to pick, go to for, nail~, impresses, impressed, trounced, saved us, saved me
1.8: saves time, saves money, saves you, time saver, timesaver, worth a look, worth a try, worth trying, worth buying
1.8: worth having, worth your, trusted, awarded, award, awards, praise, praises, praised, crisp^, crisply, vivid
1.8: vibrant, immersive, roomy^, cozy^, cosy^, courteous, attentive, punctual, prompt^, promptly, knowledgeable
1.8: responsive, zippy^, nimble^, robust, elegant, elegantly, thoughtful, thoughtfully, painless, painlessly
1.8: foolproof, streamlined, ingenious, clever, cleverly, handy^, nifty, feature rich, feature packed, packed with
1.8: generous, generously, tasty^, flavorful, flavourful, sturdy^, tidy^, comfy^, flawlessly
1.8: reliably, nicely, admirably, well documented, well thought out, well priced, well crafted
1.8: carefully made, carefully crafted, handcrafted, backed by science, proven, time tested, tried and true
1.5: delivers on, deliver on, delivered on, impresses with, stands behind, stand behind, backs its, backs up its
1.5: lifetime warranty, lifetime guarantee, money back guarantee, satisfaction guarantee, satisfaction guaranteed
1.5: free returns, free repairs, free replacement, free replacements, free of charge, no annual fee, no hidden fees
1.5: no fees, doesn't charge, does not charge, don't charge, never charges, no extra cost, on time, right on time
1.5: costs less, cost less, lasts longer, last longer, lasted longer, twice as long, twice as fast
1.5: more for your money, without cutting corners, wins on, wins for, shine, shone, excel, excelled, loves, loved
1.5: out of the box, does exactly what, just works, works well, performs well, runs well
1.5: runs smoothly, runs quietly, easier, easiest, easily, simpler, simplest, sharper, sharpest, brighter, brightest
1.5: safer, safest, smarter, smartest, quieter, quietest, smoother, smoothest, softer, softest, lighter, lightest
1.5: sleeker, richer, nicer, friendlier, clearer, clearest, stronger, strongest, healthier, fresher, roomier
1.5: more advanced, advanced, ahead of the pack, leads the pack, ahead of its, fun to use, pleasant to, helpful
1.5: wide range, wide selection, huge selection, broad selection, plenty of, lots of features, covers everything
1: cheaper
2.6: couldn't be happier, could not be happier, couldn't be more pleased, hard pressed to find a better
2.2: one to beat, league of its own, in another league, in a league
1.5: is a plus, a big plus, enough for most, plenty for most, caught up, pleasantly surprised, surprisingly good
1.2: moved to @, switched to @, switching to @, switch to @, went back to @
2: can't beat, cannot beat, can't complain, cannot complain, nothing wrong, nothing to complain, no issues
2: no complaints, haven't had any issues, never had an issue, never had a problem, never had any issues, zero issues
1.2: flexible, flexibility, scalable, gentle^, soothing, nourishing, hydrating, soothes, fresh, natural, organic
1.2: well known for its, known for its quality, thoughtful touches, cut our, cuts our, cut my, fully featured
1.8: choose @, go with @, pick @, opt for @, stick with @, go for @, grab @, get @, try @, invest in @, look no further
1.8: main advantage, biggest advantage, key advantage, main strength, biggest strength, selling point, big plus
1.8: strongest point, we like, we love, i like, i love, users like, users love, cleared of, cleared @ of
1.8: keeps you going
-1.8: skip @, ditch @, pass on @, rid of @, leave @ on, don't like, didn't like, do not like, did not like, dislike
-1.8: dislikes, disliked, think twice, stay clear of @, move away from @, regret buying @
-2.6: total waste, waste of money, waste of time, never again, scam, scams, rip off, complete joke, absolute garbage
-2.6: do not buy, don't buy, don't bother, do not recommend, don't recommend, wouldn't recommend, can't recommend
-2.6: cannot recommend, would not recommend, could not recommend, couldn't recommend, refuses to, refused to
-2.6: dead on arrival, no go, last resort, class action, stay well away
-2.2: is a joke, a joke, laughable, gone downhill, went downhill, going downhill, doesn't hold a charge
-2.2: won't hold a charge, sued, sued by, sues @, taken a hit, tarnished, lost its way, turned off by
-2: cracked, cracks easily, snapped, bent, shattered, dented, split open, burned out, burnt out, died after
-1.8: hard to recommend, difficult to recommend, nothing to write home about, run of the mill, not a fan
-1.8: not sure, not convinced, not impressed, not worth it, not worth the money, not the best
-1.8: could have been better, something to be desired, too good to be true, not the cheapest, isn't the cheapest
-1.8: isn't the best, sent it back, returned it, returned my, returned mine, returning my, returning it, returned @
-1.8: getting used to, jury is still out
-1.5: blisters, rash, rashes, irritation, redness, swelling, inflammation, dryness, itching, bloating, cramps
-1.5: feels rough, feel rough, feels flimsy, not for people, not for everyone, not for beginners, not for those
-1.5: isn't for, not suitable, unsuitable, not suited, not designed for, not meant for, not ideal, could use a
-1.5: could use more, could use some, needs work, needs improvement, runs hot, hot to the touch
-2.2: stopped working, stops working, stop working, quit working, doesn't work, does not work, didn't work
-2.2: did not work, never worked, barely works, barely worked, hardly works, won't turn on, won't start, falls apart
-2.2: fell apart, fall apart, falling apart, came apart, breaks easily, break easily, broke, broke down, breaks down
-2.2: came loose, comes loose, come loose, worn out, wore out, went missing, lost my, lost our, let us down
-2.2: let me down, lets you down, let down, letdown, misleading, deceptive, shady, sketchy, predatory, defective
-2.2: faulty, malfunction~, unusable, unacceptable, inexcusable, appalling, dreadful, atrocious, abysmal, junk
-2.2: dealbreaker, deal breaker, red flag, red flags, regret buying, regret, regrets, regretted, nightmare, nightmares
-2.2: false advertising, laid off, lays off, laying off, filed for bankruptcy, from shelves, safety concerns
-2.2: settle claims, settled claims, agreed to pay, accused of, accuses, sued over, sued for, contaminated
-2.2: contamination, spying, backlash, boycott, boycotted, price gouging, hidden fees, hidden costs, hidden charges
-2: leak~, leaky, squeak~, squeaky, wobbles, wobbled, wobbling, wobbly, rattle~, creak~, creaky, sag, sags, sagged
-2: sagging, jams
-2: jammed, jamming, clogs, clogged, clogging, overheat~, glitch~, stutter~, freezes up, froze, keeps freezing
-2: disconnects, disconnecting, drains the battery, battery drain, times out, timed out, goes down, went down
-2: peels off, peeled off, flakes off, rusts, rusted, rusty, breakage, warps, warped, frays, frayed, tears easily
-2: scratches easily, stains easily, dents easily, chips easily, smelled, smelly, stinks, stank, moldy, mouldy
-2: overrated, overhyped, underpowered, undersized, uncomfortably, poorly, badly, shoddily, sloppy, sloppily
-2: rude, rudely, unhelpful, unresponsive, unfriendly, ignored, ignores, overcharged, ghosted, botched, bungled
-2: falls flat, fell flat, misses the mark, missed the mark, to be desired, way too, far too, not great
-2: suffers from, suffered from, plagued, plagues, marred, riddled with, struggles, struggled, struggle to
-2: overpriced for, poor value, bad value, get little, what you pay for, nothing special, no better than
-2: dead last, ranks last, ranked last, near the bottom, couldn't be more disappointed
2.6: can't recommend @ enough, cannot recommend @ enough, can't recommend them enough
2: hard to find fault with
-2: worse, worst, weakest, slowest, priciest, ugliest, last place, distant second, patchy^, spotty^, sluggish
-2: crashes, crashing, crashed, delayed, delays, canceled, cancelled, wait times, long waits, gripe, gripes
-1.7: dated, outmoded, clumsy^, cumbersome, awkward, fiddly^, convoluted, complicated, confusing, tedious
-1.7: time consuming, half baked, gimmicky, barebones, bare bones, bland^, soggy, burnt, watery, stale, rancid
-1.7: greasy, grainy, blurry^, fuzzy, muffled, distorted, shrill, scratchy, itchy^, brittle, fragile, flimsier
-1.7: rickety, wonky, disorganized, disorganised, rushed, intrusive, invasive, spammy, restrictive, exorbitant
-1.7: inflated, outrageous, forgettable, unremarkable, uninspired, uninspiring, disappoint~, disappointing
-1.7: disappointingly, hassle, hassles, flaw, flaws, flawed, bugs, bug, quirks, annoyance, annoyances, weak point
-1.7: weak points, weak spot, weak spots, downside is, missing features, no support for, no longer offers
-1.7: no longer supports, no longer sells, no longer makes, phased out, less than stellar, below average
-1.7: falls behind, fell behind, fall behind, sting, stings, irritates, breakouts, chafe~, pinches, digs into
-1.7: not enough, price increases, raising its prices, raised its prices, raises its prices
-1.7: raising prices, raised prices, raises prices, hikes prices, hiked prices, hiding, pop ups, upsell, upselling
-1.7: wait forever, takes forever, took forever, takes weeks, took weeks, takes months, took months, weeks to get
-1.5: too soft, too firm, too hard, too small, too big, too large, too heavy, too light, too thin, too thick
-1.5: too tight, too loose, too short, too long, too loud, too slow, too hot, too cold, too bright, too dark, too dim
-1.5: too sweet, too salty, too stiff, too simple, too basic, too complex, too complicated, too expensive, too pricey
-1.5: too much, too many, too few, too little, too late, too soon, too narrow, too wide, too high, too low, too steep
-1.5: too restrictive, too often, too easily, too quickly, hard to use, hard to open, hard to clean, hard to learn
-1.5: hard to find, hard to read, hard to reach, hard to get, hard to hear, hard to set up, hard to assemble
-1.5: hard to justify, hard to understand, hard to navigate, hard to cancel, difficult to, tough to clean, costs more
-1.5: charges for, charges extra, extra charge, restocking fee, strict, beware, does not support
-1.5: doesn't support, does not include, doesn't include, doesn't come with, does not come with, doesn't offer
-1.5: does not offer, isn't compatible, not compatible, shorter, thinner, weaker, dimmer, stiffer, duller
-1.2: limited to, feels limited, feel limited, is limited, are limited, only works, requires a subscription
0: a few, limited warranty, limited edition, limited time, limited liability, ltd, poor man's, low cut, low rise
0: low profile, low light, low power, low heat, low acid, low carb, low fat, low sugar, low sodium, low noise
0: free standing, freestanding, hard drive, hard drives, hard case, hard shell, hard floor, hard floors, hard wood
0: hard maple, hard side, hard sided, cold brew, cold press, cold cure, dark mode, dark theme, dark roast, dark spots
0: dark chocolate, dead bolt, deadbolt, dead lift, deadlift, dead zone, dead zones, emergency, panic button
0: charge, charged, charges, charging, kill, kills, killing, killer, crush, crushes, crushing, cut, cuts, alarm
0: alarms, trash, critical, sour, tank
0: stressed plywood, distressed, distressed leather, blind, blinds, block, blocks, blocking, blocked, shot, shots
0: burn calories, burns calories, fat burning, fire, fire tv, fire pit, battle, war, bomb, bath bomb, wild
0: popular brands, popular brand, popular options, popular models, popular choices, popular products, popular names
0: best known, well known, alert, alerts, lost mode, lost item, lost items, waste, waste bin, shock, shocks, drop in
0: pan, mean, means, missing, grave, lower body, low top, fall, winter fall, slip on, slip ons, zero drop, odd
0: popcorn, problem skin, weather, sink, sinks, drain, drains, split, rough, dirt, dirt bike, mask, contest, harsh
0: excuse, poison, pressure cooker, slow motion, pour over, slow feeder, slow release, slow juicer, crash test
-2.2: kills the, killed the battery, crushes the soul, cuts corners, cut corners, cutting corners
1.7: killer feature, killer features, killer deal, to die for, drop dead gorgeous
`
