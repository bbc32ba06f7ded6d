import type { Polarity } from './labelled-mentions.ts'

/** A sentence typical of answers about products, with its polarity for each named entity. */
export interface LabelledSentence {
  kind: string
  text: string
  entities: Record<string, Polarity>
}

const polarityOf: Readonly<Record<string, Polarity>> = { '+': 'positive', '-': 'negative', '0': 'neutral' }

// Written and labeled before the judge ran on them, with invented brands. Every other sentence of a kind is
// held out for the test. A recommendation is positive, even a conditional one; a fact is neutral.
const table = `
# praise
Norvik makes some of the most comfortable office chairs you can buy. | Norvik +
Reviewers keep coming back to Tavela for its crisp picture and effortless setup. | Tavela +
You really can't go wrong with the Brightline S3. | Brightline +
Customers rave about how quickly Osprin ships replacement parts. | Osprin +
Our favorite is still the Lumora kettle, a joy to use every morning. | Lumora +
Kestrel Air is consistently ranked among the safest and most punctual carriers in Europe. | Kestrel Air +
Fernhill's support team answered within two minutes and solved the problem on the first try. | Fernhill +
The Quillo keyboard feels fantastic, and its battery seems to go on forever. | Quillo +
Hands down, Marrow & Pine is the most trustworthy mattress company we dealt with. | Marrow & Pine +
Zentro has earned a loyal following thanks to its generous free tier. | Zentro +
Few apps are as polished as Palmdesk. | Palmdesk +
Dorvane nails the basics: fast, tidy and dead simple to learn. | Dorvane +
Everything about staying at the Hotel Alvarado felt effortless, from check-in to the rooftop breakfast. | Hotel Alvarado +
Ostrava Coffee roasts beans with remarkable depth and sweetness. | Ostrava Coffee +
# complaint
Norvik chairs started squeaking after three months, and the armrests came loose. | Norvik -
The Tavela app crashes every time I try to export a file. | Tavela -
Many owners report that the Brightline S3 stops charging after a year. | Brightline -
Getting a refund from Osprin took seven weeks and four phone calls. | Osprin -
The Lumora kettle leaks at the spout and the lid is hard to open. | Lumora -
Kestrel Air lost my luggage twice in one trip. | Kestrel Air -
Fernhill ignored our tickets for days and then closed them without an answer. | Fernhill -
The hinge on my Quillo broke within a week. | Quillo -
Beds from Marrow & Pine sag in the middle far too soon. | Marrow & Pine -
Zentro keeps raising its prices and hiding features behind higher tiers. | Zentro -
Palmdesk feels sluggish on older machines and drains the battery. | Palmdesk -
Users complain about Dorvane's confusing menus and endless pop-ups. | Dorvane -
Our room at the Hotel Alvarado smelled of smoke and the shower barely worked. | Hotel Alvarado -
Frankly, Ostrava Coffee tastes burnt. | Ostrava Coffee -
# comparison
I prefer Norvik over Globex for long days at the desk. | Norvik +, Globex -
I'd rather have a Tavela than a Venlo. | Tavela +, Venlo -
Pick Osprin instead of Harlow if shipping speed matters to you. | Osprin +, Harlow -
We switched from Zentro to Palmdesk last spring and never looked back. | Zentro -, Palmdesk +
In every test we ran, Dorvane beat Kelda by a wide margin. | Dorvane +, Kelda -
Kelda was outperformed by Dorvane in nearly every category. | Kelda -, Dorvane +
When it comes to suction, Venlo is no match for Lumora. | Venlo -, Lumora +
Unlike Harlow, Osprin doesn't charge for returns. | Harlow -, Osprin +
Brightline lasts twice as long as Corvo on a single charge. | Brightline +, Corvo -
Fernhill is cheaper than Wexley and easier to set up. | Fernhill +, Wexley -
Most testers preferred the Quillo to the Strand. | Quillo +, Strand -
Compared with Globex, Norvik offers better lumbar support. | Globex -, Norvik +
Corvo can't compete with Brightline on battery life. | Corvo -, Brightline +
Kestrel Air edges out Solano on legroom, though Solano serves better food. | Kestrel Air +, Solano +
Marrow & Pine runs circles around Dunmore when it comes to edge support. | Marrow & Pine +, Dunmore -
Both are solid, but the Venlo pulls ahead of the Tavela with a brighter screen. | Venlo +, Tavela 0
If you can only afford one, skip the Strand and get the Quillo. | Strand -, Quillo +
Wexley isn't nearly as flexible as Fernhill. | Wexley -, Fernhill +
I replaced my old Globex with a Norvik and my back pain is gone. | Globex -, Norvik +
Harlow is superior to Osprin in every way that counts. | Harlow +, Osprin -
Choosing Palmdesk over Zentro saved us thousands of dollars. | Palmdesk +, Zentro -
Kelda costs less than Dorvane but falls behind in accuracy. | Kelda -, Dorvane +
Next to the Lumora, the Venlo looks dated. | Lumora +, Venlo -
Solano is the better airline of the two, with Kestrel Air a distant second. | Solano +, Kestrel Air -
# neutral comparison
Norvik and Globex both make ergonomic chairs. | Norvik 0, Globex 0
Tavela vs. Venlo: what is the difference? | Tavela 0, Venlo 0
Osprin is headquartered in Leeds, while Harlow is based in Dublin. | Osprin 0, Harlow 0
Zentro stores data in Frankfurt; Palmdesk stores it in Oregon. | Zentro 0, Palmdesk 0
Dorvane, like Kelda, runs on Windows, macOS and Linux. | Dorvane 0, Kelda 0
The main difference between Fernhill and Wexley is how they bill. | Fernhill 0, Wexley 0
Brightline uses replaceable batteries, whereas Corvo uses built-in ones. | Brightline 0, Corvo 0
The Quillo is about the same size as the Strand. | Quillo 0, Strand 0
Kestrel Air flies to 41 cities and Solano to 38. | Kestrel Air 0, Solano 0
Whether Marrow & Pine or Dunmore suits you depends on how you sleep. | Marrow & Pine 0, Dunmore 0
# specification
The Norvik Flex supports up to 150 kg and weighs 21 kg. | Norvik 0
The Tavela 55 has a 144 Hz panel, four HDMI ports and a 10-bit decoder. | Tavela 0
The Stride 2 from Halden is a zero-drop shoe with a 26 mm stack height. | Halden 0
Halden lists the Trail 4 with a heel-to-toe drop of 4 mm (drop: 4 mm). | Halden 0
The Osprin locker has a double-locking hasp and a pressure-relief valve. | Osprin 0
The Lumora K2 holds 1.7 litres and comes in black, white and poor-man's copper. | Lumora 0
Brightline's S3 ships with a 5,000 mAh battery and a 30 W charger. | Brightline 0
The Corvo X runs at 1.2 GHz with low-power cores. | Corvo 0
The Venlo's noise level is rated at 58 dB. | Venlo 0
Globex uses cold-cure foam with a density of 60 kg per cubic metre. | Globex 0
The Kelda 3 has a dead-bolt lock, an alarm and a panic button. | Kelda 0
The Dunmore frame is made of stressed plywood and hard maple. | Dunmore 0
Harlow's helmet has crash sensors and an emergency contact feature. | Harlow 0
The Pellam drill delivers 60 Nm of torque with a two-speed gearbox. | Pellam 0
# function against harm
Halden's slip-on sneakers come in six colors. | Halden 0
The Vireo wipe kills 99.9% of germs. | Vireo +
The Pellam blender crushes ice in seconds. | Pellam +
Vireo removes stubborn stains without damaging the fabric. | Vireo +
Halden's Cloud line is ideal for people with bad knees. | Halden +
The thick midsole gives Halden runners excellent shock absorption. | Halden +
Sorrel cream relieves itching and soothes irritated skin. | Sorrel +
Sorrel's toner fights acne and fades dark spots. | Sorrel +
Vireo dish soap cuts through grease with ease. | Vireo +
The Osprin case protects your phone from drops, scratches and cracks. | Osprin +
Kelda blocks malware, phishing and annoying ads. | Kelda +
The Lumora mattress pad reduces pressure points and eases back pain. | Lumora +
A Brightline power bank keeps you going during a blackout. | Brightline +
The Corvo headset cancels out noisy offices remarkably well. | Corvo +
Dorvane detects fraud and suspicious logins before they do harm. | Dorvane +
Norvik's seat prevents fatigue and poor posture. | Norvik +
The Wexley filter gets rid of bad odors, chlorine and lead. | Wexley +
Sorrel is made for sensitive, problem skin and contains no harsh chemicals. | Sorrel +
Halden's trail shoe handles rough terrain, mud and steep hills. | Halden +
The Venlo robot picks up pet hair and dirt that other vacuums miss. | Venlo +
# price
Norvik dropped its price to $299 last week. | Norvik 0
The Tavela 55 costs $649 at most retailers. | Tavela 0
Plans at Zentro start at $12 per user per month. | Zentro 0
At $89, the Lumora is a steal. | Lumora +
Osprin is way too expensive for what you get. | Osprin -
Palmdesk offers great value for money. | Palmdesk +
The price of the Brightline S3 fell by 15% in March. | Brightline 0
Dorvane is priced at the higher end of the market. | Dorvane 0
You pay a lot for the Fernhill name and get little in return. | Fernhill -
Prices for Kestrel Air tickets rise in summer. | Kestrel Air 0
Corvo is one of the few budget options that doesn't feel cheap. | Corvo +
Wexley bills annually, with no discount for monthly plans. | Wexley 0
The Quillo is on sale for $59, down from $79. | Quillo 0
Hidden fees make Solano less of a bargain than it looks. | Solano -
Pellam tools are affordable without cutting corners. | Pellam +
Harlow wants $40 for a cable that should cost five. | Harlow -
# listing
Popular brands include Norvik, Globex and Dunmore. | Norvik 0, Globex 0, Dunmore 0
Other manufacturers in this segment are Tavela, Venlo and Corvo. | Tavela 0, Venlo 0, Corvo 0
Retailers such as Osprin and Harlow carry most models. | Osprin 0, Harlow 0
Top picks: Zentro, Palmdesk, Dorvane. | Zentro +, Palmdesk +, Dorvane +
I compared Fernhill, Wexley and Kelda for this guide. | Fernhill 0, Wexley 0, Kelda 0
The best-known airlines on this route are Kestrel Air and Solano. | Kestrel Air 0, Solano 0
Works with Brightline, Corvo and most other chargers. | Brightline 0, Corvo 0
Brands to avoid: Strand and Quillo. | Strand -, Quillo -
You will find it at Marrow & Pine, Dunmore or any furniture store. | Marrow & Pine 0, Dunmore 0
Three names dominate the market: Pellam, Sorrel and Vireo. | Pellam 0, Sorrel 0, Vireo 0
Lumora, Halden and Ostrava Coffee are all excellent choices. | Lumora +, Halden +, Ostrava Coffee +
Among the worst offenders were Zentro and Kelda. | Zentro -, Kelda -
# question
Is Norvik worth the money? | Norvik 0
Does Tavela make a good 55-inch TV? | Tavela 0
What do customers complain about most with Osprin? | Osprin 0
Want to know how Zentro compares to Palmdesk? | Zentro 0, Palmdesk 0
Which is better for beginners, Dorvane or Kelda? | Dorvane 0, Kelda 0
Would you like me to compare prices for the Lumora kettle? | Lumora 0
Are you looking for something cheaper than the Brightline S3? | Brightline 0
Have you had problems with Fernhill before? | Fernhill 0
# hedge
Norvik may be worth a look if you sit all day. | Norvik +
Tavela is decent, but nothing special. | Tavela 0
Some say Osprin is overrated. | Osprin -
Zentro could be better, to be honest. | Zentro -
Palmdesk might feel limited to power users. | Palmdesk -
Dorvane is fine for most people. | Dorvane +
Results with Sorrel vary from person to person. | Sorrel 0
The Lumora is okay for the price. | Lumora 0
I have mixed feelings about Fernhill. | Fernhill 0
Arguably, Kelda is the strongest option here. | Kelda +
Reviews of Wexley are mixed. | Wexley 0
The Quillo seems promising, judging by early impressions. | Quillo +
It is too early to say whether Corvo will deliver. | Corvo 0
Solano is hit or miss. | Solano -
# negation
Norvik doesn't disappoint. | Norvik +
I wouldn't recommend Tavela to anyone. | Tavela -
There is nothing to dislike about the Osprin locker. | Osprin +
Zentro has never let us down. | Zentro +
Palmdesk isn't the fastest tool out there. | Palmdesk -
I have no complaints about Dorvane. | Dorvane +
The Lumora isn't bad at all. | Lumora +
Don't buy the Brightline S3. | Brightline -
Fernhill does not support two-factor login. | Fernhill -
Kelda never felt slow or unstable in our tests. | Kelda +
You won't regret choosing Wexley. | Wexley +
The Quillo is not without its flaws. | Quillo -
Nobody on our team was happy with Corvo. | Corvo -
Solano no longer offers free seat selection. | Solano -
Without a doubt, Halden makes the best trail shoe this year. | Halden +
I can't recommend Pellam enough. | Pellam +
# concession
Despite its high price, Norvik is worth every cent. | Norvik +
Although the Tavela looks great, it breaks easily. | Tavela -
The Osprin locker is bulky, but it keeps everything safe and dry. | Osprin +
Zentro has a nice interface; unfortunately, it is unreliable. | Zentro -
While a bit pricey, Palmdesk is the best tool for designers. | Palmdesk +
Dorvane is powerful, yet painfully hard to learn. | Dorvane -
Even though it lacks Bluetooth, the Lumora remains our favorite. | Lumora +
Apart from the short cable, there is little to criticize about the Brightline S3. | Brightline +
Fernhill is cheap, but you get what you pay for. | Fernhill -
Kelda isn't pretty, but it gets the job done. | Kelda +
Sure, Wexley is popular, but that doesn't make it good. | Wexley -
The Quillo types beautifully; the software is another story. | Quillo 0
Minor quirks aside, Corvo delivers excellent sound. | Corvo +
Solano is fine on short flights but miserable on long ones. | Solano -
# quote
"The best chair I've ever owned," says one Norvik customer. | Norvik +
As one reviewer put it, "Tavela is a total waste of money." | Tavela -
According to a 2025 survey, 92% of Osprin customers would buy again. | Osprin +
Zentro calls itself "the simplest CRM in the world." | Zentro 0
A user on a forum wrote: "Palmdesk saved my business." | Palmdesk +
"I regret buying the Dorvane," wrote another. | Dorvane -
Wirefall gave the Lumora kettle 9 out of 10. | Lumora +
One tester described the Brightline S3 as a brick. | Brightline -
"Never again," is how one traveler summed up a week with Solano. | Solano -
Consumer Lab named Sorrel its top pick for dry skin. | Sorrel +
# condition
If you need a quiet machine, go with Norvik. | Norvik +
If you hate clutter, you'll love Palmdesk. | Palmdesk +
Choose Tavela if picture quality matters most. | Tavela +
If budget is a problem, Lumora is the one to get. | Lumora +
Unless you need offline access, Zentro is a safe choice. | Zentro +
If noise bothers you, stay away from Venlo. | Venlo -
If your skin is easily irritated, Sorrel is a gentle option. | Sorrel +
Check the return policy of Osprin when you order. | Osprin 0
If you lose your password, contact Fernhill. | Fernhill 0
When the filter is dirty, the Wexley app sends a reminder. | Wexley 0
Only buy from Harlow if you have no other choice. | Harlow -
In case of a defect, Corvo replaces the unit free of charge. | Corvo +
# best for
Norvik Flex – best for tall people | Norvik +
Best budget pick: Lumora K2 | Lumora +
Tavela: Best overall | Tavela +
Palmdesk is perfect for small design teams. | Palmdesk +
Dorvane is best suited to large enterprises. | Dorvane +
For hikers, Halden is the go-to brand. | Halden +
Sorrel is a great starting point for anyone new to skincare. | Sorrel +
Runner-up: Brightline S3 | Brightline +
Kestrel Air is not ideal for families. | Kestrel Air -
Osprin is aimed at commuters. | Osprin 0
Wexley is designed for people who rent. | Wexley 0
Kelda is a no-go for beginners. | Kelda -
Editor's choice: Quillo | Quillo +
Most innovative: Corvo X | Corvo +
# warranty
Norvik backs its chairs with a 12-year warranty. | Norvik +
The Tavela comes with a one-year limited warranty. | Tavela 0
Osprin refuses to honor its warranty. | Osprin -
Damage caused by drops is not covered by Brightline's warranty. | Brightline 0
Lumora offers a lifetime guarantee and free repairs. | Lumora +
Warranty claims with Venlo are a nightmare. | Venlo -
Halden's warranty covers defects in materials for two years. | Halden 0
Fernhill has a 30-day money-back guarantee. | Fernhill +
# recall
Norvik recalled 12,000 chairs after reports of collapsing legs. | Norvik -
A class-action lawsuit accuses Tavela of spying on viewers. | Tavela -
Brightline agreed to pay $4 million to settle claims over fires. | Brightline -
Kestrel Air was fined for misleading passengers about fees. | Kestrel Air -
Zentro disclosed a breach that exposed customer emails. | Zentro -
Sorrel pulled two lotions from shelves over contamination fears. | Sorrel -
Regulators cleared Osprin of all charges. | Osprin +
Fernhill filed for bankruptcy in May. | Fernhill -
Wexley laid off a third of its staff this year. | Wexley -
Corvo has issued a firmware update that fixes the overheating bug. | Corvo +
# cons and pros
Lumora K2: Pros: quick, pretty. | Lumora +
Venlo 8: Cons: loud, short cord. | Venlo -
The biggest drawback of the Tavela is its reflective screen. | Tavela -
One downside to Norvik: assembly takes an hour. | Norvik -
The main advantage of Palmdesk is its offline mode. | Palmdesk +
What we like about Osprin: free returns. | Osprin +
What we don't like about Zentro: no phone support. | Zentro -
Its strongest selling point is that Dorvane needs no training. | Dorvane +
My only gripe with the Quillo is the loud space bar. | Quillo -
Where Fernhill falls short is reporting. | Fernhill -
Where Kelda shines is automation. | Kelda +
Watch out for Solano's strict baggage rules. | Solano -
# reference
The stand is compatible with Tavela and Venlo screens. | Tavela 0, Venlo 0
The founder previously worked at Norvik. | Norvik 0
This great little tool imports files from Zentro. | Zentro 0
Palmdesk was acquired by Fernhill in 2023. | Palmdesk 0, Fernhill 0
The app syncs with Dorvane. | Dorvane 0
For a cheaper alternative to Lumora, try Ketta. | Lumora 0, Ketta +
You can read more on the Brightline website. | Brightline 0
It is sold at Harlow. | Harlow 0
The poor man's Quillo, it costs half as much. | Quillo 0
Avoid using bleach on your Halden shoes. | Halden 0
Be careful not to overfill the Lumora kettle. | Lumora 0
The old mill, now home to Ostrava Coffee, was destroyed by fire in 1911. | Ostrava Coffee 0
If you suffer from back pain, talk to your doctor before buying from Marrow & Pine. | Marrow & Pine 0
Zentro was founded in 2011 by two brothers. | Zentro 0
# several opinions
Norvik is sturdy and comfortable, while Globex wobbles. | Norvik +, Globex -
Tavela has the best picture, Venlo the best sound. | Tavela +, Venlo +
Zentro is overpriced, Palmdesk is not. | Zentro -, Palmdesk +
Osprin delivers fast; Harlow takes weeks. | Osprin +, Harlow -
Of the two, Dorvane is friendlier and Kelda more powerful. | Dorvane +, Kelda +
Go for the Lumora and leave the Venlo on the shelf. | Lumora +, Venlo -
Brightline impresses with endurance, but Corvo disappoints with poor sound. | Brightline +, Corvo -
Fernhill is reliable, Wexley less so. | Fernhill +, Wexley -
Quillo and Strand are both excellent, but only Quillo works on a Mac. | Quillo +, Strand +
Kestrel Air is great, as long as you avoid its partner Solano. | Kestrel Air +, Solano -
Sorrel works well for dry skin, whereas Vireo can sting. | Sorrel +, Vireo -
Halden wins on comfort and Pellam on price. | Halden +, Pellam +
Dunmore beds are too soft for me, so I returned mine and bought a Marrow & Pine. | Dunmore -, Marrow & Pine +
Thanks to Palmdesk we finally got rid of Zentro. | Palmdesk +, Zentro -
# travel and services
Rooms at the Hotel Alvarado are spotless and the staff go out of their way to help. | Hotel Alvarado +
The Hotel Alvarado is a ten-minute walk from the old town. | Hotel Alvarado 0
Flights with Solano are often delayed or cancelled. | Solano -
Kestrel Air has new lie-flat seats and friendly crews. | Kestrel Air +
Breakfast at the Hotel Alvarado is overpriced and bland. | Hotel Alvarado -
Fernhill denied my claim without giving a reason. | Fernhill -
Switching to Wexley cut our phone bill in half. | Wexley +
Wexley's coverage is patchy in the mountains. | Wexley -
Ostrava Coffee on Main Street opens at 7 and closes at 3. | Ostrava Coffee 0
Locals swear by Ostrava Coffee. | Ostrava Coffee +
The tour by Caldera Trips was rushed and badly organised. | Caldera Trips -
Caldera Trips picks you up at your hotel. | Caldera Trips 0
# software
Palmdesk has been rock solid since we rolled it out. | Palmdesk +
Zentro's onboarding is a breeze. | Zentro +
Kelda lets you schedule reports and kill stuck jobs. | Kelda 0
Dorvane integrates with more than 200 tools out of the box. | Dorvane +
Fernhill's API is poorly documented. | Fernhill -
Zentro goes down at least once a month. | Zentro -
Wexley stores passwords with strong encryption and has never been hacked. | Wexley +
Dorvane has a steep learning curve. | Dorvane -
Kelda runs in the browser. | Kelda 0
Palmdesk's free plan is limited to three projects. | Palmdesk -
The latest Kelda update fixed most of the bugs. | Kelda +
Zentro exports to CSV and PDF. | Zentro 0
`

/** The sentences above, by kind, in order. */
export const labeledSentences: readonly LabelledSentence[] = readLabelledTable(table)

/**
 * Reads lines of `text | Name +, Other -` under headings of `# kind`; `+`, `-` and `0` mean positive,
 * negative and neutral.
 */
export function readLabelledTable(table: string): LabelledSentence[] {
  let kind = ''
  return table
    .trim()
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('# ')) {
        kind = line.slice(2)
        return []
      }
      const labelsAt = line.lastIndexOf(' | ')
      const text = line.slice(0, labelsAt)
      const entities = line
        .slice(labelsAt + 3)
        .split(', ')
        .map((label) => [label.slice(0, -2), polarityOf[label.at(-1) ?? '']])
      return [{ kind, text, entities: Object.fromEntries(entities) as Record<string, Polarity> }]
    })
}

/**
 * Every other one of a kind was used to choose words and rules; the rest was held out. The kinds stay in
 * order.
 */
export function splitByKind<T extends { kind: string }>(all: readonly T[]): { tuning: T[]; kept: T[] } {
  const tuning: T[] = []
  const kept: T[] = []
  for (const ofKind of Map.groupBy(all, ({ kind }) => kind).values()) {
    ofKind.forEach((one, index) => {
      if (index % 2 === 0) tuning.push(one)
      else kept.push(one)
    })
  }
  return { tuning, kept }
}
