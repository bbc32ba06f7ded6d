import { type LabelledSentence, readLabelledTable } from './labelled-sentences.ts'

// Headlines in the style of financial news, with entities that fare differently; written and labeled before the judge
// ran on them. Every other one of a kind is held out. Entities that recommend, regulate or list are neutral.
const table = `
# two clauses
Sensex ends 200 points lower; Norvik up 4% | Sensex -, Norvik +
Nifty flat, Tavela Motors top gainer | Nifty 0, Tavela Motors +
Asian shares slide; yen firms | Asian shares -, yen +
Osprin Q2 net jumps 31%, Harlow slips into red | Osprin +, Harlow -
Gold rallies while silver loses shine | Gold +, silver -
Banks gain as IT stocks come under pressure | Banks +, IT stocks -
Market choppy: Zentro, Palmdesk up; Dorvane down 3% | Market 0, Zentro +, Palmdesk +, Dorvane -
Crude oil edges lower, natural gas surges 5% | Crude oil -, natural gas +
Sensex snaps losing streak, rupee hits fresh low | Sensex +, rupee -
Nikkei climbs on weak yen | Nikkei +, yen -
Pepper drops on poor demand but cardamom firms up | Pepper -, cardamom +
Kelda profit doubles, rival Wexley reports loss | Kelda +, Wexley -
Fernhill hits record high; Lumora extends losses | Fernhill +, Lumora -
Sensex rangebound, midcaps outperform | Sensex 0, midcaps +
FTSE steady; miners drag | FTSE 0, miners -
Metals shine in weak market | Metals +, market -
Brightline gains 2%, Corvo sheds 3% post results | Brightline +, Corvo -
Dow closes at record even as Solano tumbles | Dow +, Solano -
Copper flat, zinc falls, nickel rises in futures trade | Copper 0, zinc -, nickel +
Auto stocks zoom; Venlo only loser | Auto stocks +, Venlo -
# cause and effect
Gold falls as dollar strengthens | Gold -, dollar +
Rupee drops 24 paise against dollar | Rupee -, dollar +
Rupee gains 11 paise vs US dollar | Rupee +, dollar -
Oil slump lifts airline stocks | Oil -, airline stocks +
Weak rupee boosts Infora exports | rupee -, Infora +
Sensex slips 150 points dragged by Norvik | Sensex -, Norvik -
Strong dollar weighs on copper | dollar +, copper -
Stocks rebound after oil plunge | Stocks +, oil -
Tavela gains on hopes of Venlo stake sale | Tavela +, Venlo 0
Norvik rallies 6% on bagging order from Indian Railways | Norvik +, Indian Railways 0
Osprin falls 4% as Sebi orders probe | Osprin -, Sebi 0
Bond yields rise as rupee weakens | Bond yields +, rupee -
Euro sinks on Greece debt fears | Euro -, Greece -
Falling crude oil good for paint makers | crude oil -, paint makers +
Zentro tanks 12% after Fitch downgrade | Zentro -, Fitch 0
FII selling hits Sensex; Palmdesk defies trend | Sensex -, Palmdesk +
Sugar stocks soar as government raises import duty | Sugar stocks +, government 0
Higher wheat prices to squeeze Dorvane margins | wheat +, Dorvane -
Kelda shares slump as Wexley walks out of merger | Kelda -, Wexley 0
Yuan devaluation rattles Asian currencies | Yuan -, Asian currencies -
# broker and stock
Buy Norvik, target Rs 420: Harlow Securities | Norvik +, Harlow Securities 0
Sell Tavela with a stop loss of Rs 95: Corvo Capital | Tavela -, Corvo Capital 0
Osprin can touch Rs 300 in 6 months: Dorvane Research | Osprin +, Dorvane Research 0
Morgan Kent upgrades Zentro to overweight | Morgan Kent 0, Zentro +
Citadel Bank cuts Palmdesk to sell | Citadel Bank 0, Palmdesk -
Wexley raises target price on Fernhill | Wexley 0, Fernhill +
Lumora downgraded to underperform by Kelda Securities | Lumora -, Kelda Securities 0
Brokerages bullish on Brightline; Solano remains neutral | Brightline +, Solano 0
Prefer Norvik over Harlow in the pharma space: Ajay Rao | Norvik +, Harlow -
Would go with Tavela rather than Venlo: Meera Shah | Tavela +, Venlo -
Bullish on Osprin, avoid Zentro: Rakesh Iyer | Osprin +, Zentro -
Better to buy Palmdesk than Dorvane at these levels: Sunil Jain | Palmdesk +, Dorvane -
Switch from Kelda to Wexley: Nitin Bose | Kelda -, Wexley +
Positive on Fernhill; book profits in Lumora: Vijay Menon | Fernhill +, Lumora -
Brightline top pick, stay away from Corvo: Anil Dutt | Brightline +, Corvo -
Buy Solano on dips, exit Venlo: Priya Nair | Solano +, Venlo -
Accumulate Norvik, says Globex Broking | Norvik +, Globex Broking 0
Hold Tavela, buy Harlow: Karan Mehta | Tavela 0, Harlow +
Osprin better placed than Zentro: Deepak Rao | Osprin +, Zentro -
Don't buy Palmdesk now; wait and watch on Dorvane: Ashok Gill | Palmdesk -, Dorvane 0
# against an index
Norvik outperforms Sensex in March | Norvik +, Sensex -
Tavela underperforms Nifty for third year | Tavela -, Nifty +
Osprin beats Street estimates, Harlow misses | Osprin +, Harlow -
Zentro bucks weak market trend, ends 3% higher | Zentro +, market -
Palmdesk lags behind rival Dorvane in Q3 | Palmdesk -, Dorvane +
Kelda overtakes Wexley as most valued firm | Kelda +, Wexley -
Fernhill pips Lumora to become No. 2 | Fernhill +, Lumora -
Brightline loses market share to Corvo | Brightline -, Corvo +
Solano dethrones Venlo as largest carrier | Solano +, Venlo -
Small caps beat Nifty by a wide margin | Small caps +, Nifty -
# deals and disputes
Norvik wins Rs 500 crore contract from Tavela | Norvik +, Tavela 0
Osprin sues Harlow over patent infringement | Osprin 0, Harlow -
Zentro to buy loss-making Palmdesk | Zentro 0, Palmdesk -
Sebi bars Dorvane from raising funds | Sebi 0, Dorvane -
RBI slaps Rs 2 crore penalty on Kelda Bank | RBI 0, Kelda Bank -
Wexley in talks with Fernhill for bailout | Wexley -, Fernhill 0
BSE suspends trading in Lumora shares | BSE 0, Lumora -
Brightline gets Sebi nod for Rs 300 crore IPO | Brightline +, Sebi 0
US FDA warns Corvo over lapses at plant | US FDA 0, Corvo -
Solano rejects takeover bid by Venlo | Solano 0, Venlo -
Norvik lists at 30% premium on NSE | Norvik +, NSE 0
Court orders Tavela to pay damages to Osprin | Tavela -, Osprin +
Harlow bags order from Zentro, shares jump | Harlow +, Zentro 0
Palmdesk rescues ailing Dorvane | Palmdesk 0, Dorvane -
Kelda poaches CFO from Wexley | Kelda 0, Wexley -
Moody's cuts Fernhill's outlook to negative | Moody's 0, Fernhill -
Lumora pays off debt owed to Brightline Bank | Lumora +, Brightline Bank 0
NSE moves Corvo to trade-to-trade segment | NSE 0, Corvo -
Solano ropes in former Venlo executive as CEO | Solano 0, Venlo 0
Crisil upgrades rating on Norvik's bank loans | Crisil 0, Norvik +
`

/** The headlines above, by kind, in order. */
export const labeledHeadlines: readonly LabelledSentence[] = readLabelledTable(table)
