/**
 * Verdicts of owners, guests, patients and subscribers, on VADER's scale as in `domainLexicon`; `~` and `^`
 * as in `productLexicon`. By typical problems and benefits: of a contract, a room, a dish, a drug, a car.
 */
export const verdictLexicon = `
2.2: worth its weight in gold, works like a charm, works wonders, works miracles, out of this world, blown away by
2.2: in a heartbeat, can't praise, cannot praise, one of a kind, head and shoulders above, knocks it out of the park
2.2: nothing but praise, nothing but good, set the bar, sets the bar, sets the standard, raises the bar
2: the one to get, the one to buy, the one to have, the one to pick, punches above its weight, punch above its weight
2: hits the spot, goes the extra mile, went the extra mile, little to be desired, leaves nothing to be desired
2: hits the mark, ticks every box, checks every box, worth the hype, lives up to the hype, lived up to the hype
2: exceeds all, exceed expectations, speaks for itself, a treat, a gem, hidden gem, a lifesaver, lifesaver, a godsend
2: came first, comes first, ranked first, ranks first, finished first, came in first, took first place, placed first
2: ranks number one, ranked number one, ranks highest, ranked highest, scores highest, topped the list, tops the list
2: tops the rankings, topped the rankings, top of our list, top of the list, top of the table, my recommendation
2: our recommendation, my pick, our pick, i would pick, i'd pick, we would pick, i'd choose, i would choose, i'd go with
2: i would go with, we'd go with, would buy again, would book again, would stay again, stay there again
1.8: no questions asked, with open arms, without a hitch, without a hiccup, like a dream, like clockwork, like new
1.8: did the trick, does the trick, do the trick, worth every, money well spent, well worth, do worse than, pain free
1.8: has my back, had my back, cleared up, vanished, disappeared within, went away within, works within
1.8: homemade, mouthwatering, mouth watering, melts in the mouth, melt in your mouth, decadent, moreish, scrumptious
1.8: delectable, succulent, luscious, taste the difference, you can taste it, cooked to perfection, freshly made
1.8: serene, sparkling clean, spotlessly, tastefully, welcoming, pampers, pampered, heavenly, blissful, tranquil
1.8: holds its value, hold their value, holds value, retains its value, fuel efficient, frugal, sips fuel, handles well
1.8: corners well, rides smoothly, pleasure to drive, fun to drive, joy to drive, well tolerated, fast acting
1.8: saves hours, saves us hours, saved us hours, easy to set up, easy to install, up and running, plug and play
1.8: pays claims quickly, pays out quickly, paid quickly, paid promptly, paid within, paid out in full, paid my claim
1.8: honours its, honors its, transparent pricing, no surprises, no strings attached, no catch, no frills needed
1.5: cheapest, longest warranty, lowest rate, lowest rates, lowest expense ratio, lowest expense ratios, lowest interest
1.5: zero commissions, zero commission, zero fees, no commissions, no commission, no account fees, no monthly fee
1.5: no monthly fees, no minimums, no markup, no maintenance fees, no cancellation fees
1.5: no resort fees, no cancellation fee, no contract, no lock in, no ads, no tracking, no added sugar, no artificial
1.5: no preservatives, no additives, no downtime, no lag, no dead zones, no bloatware, no delays, no waiting, no hassle
1.5: hassle free, worry free, stress free, trouble free, ad free, carefree, real butter, real ingredients
1.5: not a single problem, not a single issue, not once, never lost, never failed, never fails, never crashes
1.5: never crashed, never throttles, never broke, never breaks, yet to let, low failure rate, low return rate
1.5: unusually low, impressively low, remarkably low, great taste, caught everything, the stress out of, the pain out of
1.5: the hassle out of, the guesswork out of, less of a chore, makes short work of, pulls its weight
-2.6: never buy again, never stay again, never fly again, never use again, never go back, never book again, never order
-2.6: never set foot, wouldn't wish, biggest mistake, worst decision, thanks for nothing, absolute nightmare
-2.6: utter garbage, daylight robbery, highway robbery, ripped off, ripped me off, ripped us off, conned, swindled
-2.4: unbearable, intolerable, insufferable, filthy, disgusting, revolting, bedbugs, bed bugs, cockroaches, roaches, vermin, infested, mouse droppings
-2.4: inedible, undrinkable, rotten, spoiled, spoilt, food poisoning, made me sick, made us sick, uninhabitable
-2.4: bait and switch, stay at @ again, stay at the @ again, buy from @ again, fly @ again, use @ again
-2.2: denied my claim, denied our claim, denies claims, denied claims, rejected my claim, rejected our claim, lowball~
-2.2: dragged its feet, drags its feet, dragging its feet, the runaround, gives you the runaround, gave us the runaround
-2.2: refused to pay, refuses to pay, won't pay, wouldn't pay, on a technicality, weasels out, wriggles out
-2.2: cancelled my policy, canceled my policy, dropped my coverage, shut down my account, shut down our account
-2.2: closed my account, froze my account, locked out of, locked me out, locks people out, lost our data, lost my data
-2.2: lost our booking, lost my booking, lost our reservation, lost my reservation, lost luggage, lost my luggage
-2.2: caught mislabelling, caught mislabeling, caught lying, caught cheating, mislabel~, mislabelled, mislabelling
-2.2: false claims, misled, swept under, covered up, cover up, money pit, lemon, a dud, rust bucket, death trap
-2.2: more trouble than, leaves a bad taste, left a bad taste, tastes like cardboard, taste like cardboard
-2.2: never again, has no idea, incompetent, incompetence, clueless, unprofessional, condescending, dishonest, crooks
-2.2: waste your time, waste your money, wasted my time, outbreak, left stranded, stranded, price gouge, gouges, gouging
-2.2: finished last, came last, comes last, came in last, placed last, ranks lowest, ranked lowest, scored lowest
-2.2: scores lowest, lowest rated, worst rated, finished bottom, came bottom, bottom of the, at the bottom, rock bottom
-2.2: second to last, lowest quality, lowest marks, lowest score
-2: memory hog, resource hog, battery hog, gas guzzler, guzzles, guzzler, locks you into, locked into, lock in
-2: vendor lock, nickel and dimes, nickel and dimed, nickel and diming, nickels and dimes, tacks on, tacked on
-2: resort fees, add up quickly, fees add up, junk fees, cancellation fees, early termination fee, bill shock
-2: surprise bill, surprise bills, surprise charge, surprise charges, surprise fee, surprise fees
-2: premium hikes, overbill~, double charged, charged twice, overcharge, overcharges
-2: holds funds, holds your funds, held my funds, freezes accounts, froze accounts, accounts get frozen
-2: account frozen, accounts frozen, without warning, without any warning, without notice, without explanation, no explanation
-2: no warning, without asking, without consent, without my consent, without permission, electrical gremlins
-2: gremlins, depreciates, depreciate, loses its value, loses value, stalls, stalled, misfire~, lurches, judders
-2: step backwards, step backward, step back, a step down, seen better days, past its prime, past its best, showing its age
-2: shows its age, long in the tooth, lost its shine, lost its charm, lost its touch, living on its name, coasting on
-2: isn't what it used to be, not what it used to be, better before, was better when, doesn't live up, didn't live up
-2: does not live up, did not live up, not worth the hype, long lines, long queues, short staffed, understaffed, on hold
-2: dingy, musty, mouldy, grimy, grubby, dirty, unclean, run down, rundown, threadbare, stained, paper thin walls
-2: thin walls, lumpy, saggy, ramshackle, shabby, cold food, lukewarm, undercooked, overcooked, underseasoned
-2: oversalted, overpoweringly, tasteless, flavorless, flavourless, gristly, rubbery, chewy crust, slimy, mealy
-2: hard as a rock, skimpy, skimps, skimp, skimped, skimping, tiny portions, small portions, watered down
-1.8: drowsy, drowsiness, dizzy, dizziness, nauseous, nausea, queasy, vomiting, bleeding, groggy, makes you jittery, made me jittery, insomnia from
-1.8: gained weight, weight gain, side effects, side effect, adverse effects, withdrawal symptoms, made it worse
-1.8: made things worse, did nothing for, does nothing for, had no effect, has no effect, no improvement, wears off
-1.8: wore off, broke me out, breaks me out, pills under, clog pores, clogs pores, flake~, smudge~, smear~
-1.8: throttles, throttled, throttling, dead zone, drops calls, dropped calls, buffering, bloatware, downtime
-1.8: lags behind, slows your, slows down, slowed down, slow down, bogs down, bogged down, hangs, unintuitively
-1.8: breakdowns, failure rate, defects, repairs needed, in the shop, back to the shop
-1.8: unusually high, alarmingly high, grumble~, moan about, furious with, furious at, fuming, livid, up in arms, outrage over
-1.8: disgruntled, exasperat~, infuriat~, frustrat~, aggravating, maddening, baffling, overwhelming, overcomplicated
-1.8: spoil~ the, ruins, ruined, left a lot to be desired, leaves a lot to be desired, leaves much to be desired
-1.8: disappointingly, half hearted, slapdash, pushy, high pressure sales, hard sell, red tape, bureaucratic
-1.8: fine print, loopholes, exclusions apply, small print, full of exclusions, understates, overstates, overpromises
-1.8: overpromise~, underdeliver~, under delivers, fails to deliver, failed to deliver, short lived
-1.8: abandoned by, left in the cold, out to lunch, asleep at the wheel, in hot water, under fire, came under fire
-1.8: lost ground, losing ground, losing customers, lost customers, losing market share, closing stores, trouble with
-1.5: no phone support, no branches, added sugar, high in sugar, loaded with sugar, loaded with salt, highly processed
-1.5: ultra processed, too many ads, full of ads, packed with ads, high fees, steep fees, steep learning, steep premiums
-1.5: high premiums, high deductible, high deductibles, sky high, no match, underinsured, left to chance
0: mixed reviews, mixed experiences, mixed bag, mixed reactions, mixed feelings, mixed reception, mixed results
0: money no object, is no object, accident forgiveness, hotline, accident victims, collision warning, breakdown kit, breakdown cover
0: breakdown service, breakdown assistance, breakdown insurance, blood orange, blood oranges, blood pressure, blood sugar
0: bitter melon, bitter chocolate, bitter orange, bitters, prison, failed login, login attempt, spare, delete
0: price hike, price hikes, catastrophe bond, catastrophe bonds, reject, prescribed for, relief of, treatment of
0: pain reliever, pain relievers, painkiller, painkillers, severe pain, diabetes
0: death benefit, death benefits, critical illness, lost baggage, lost card, lost cards
0: downtime monitoring, side effects include, may cause
`
