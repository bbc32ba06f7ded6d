import { type LabelledSentence, readLabelledTable } from './labelled-sentences.ts'

// Verdicts in which the plainest word misleads or says nothing: surveys, rivals, headings, scores, wishes; from
// insurance, hotels, software, medicine, food and cars. Written and labeled before the judge ran on them, with invented
// brands; every other one of a kind is held out. `⏎` is a line break; the texts are Markdown.
const table = `
# aspect
Calden Mutual finished last in the regional claims satisfaction survey. | Calden Mutual -
Owners place the Torvik Vale near the bottom for long-term reliability. | Torvik Vale -
Ombra Suites scores well below average on cleanliness and comfort. | Ombra Suites -
Reliability of the Torvik Vale depends on the engine and the model year. | Torvik Vale 0
Satisfaction among Calden Mutual policyholders has slipped three years in a row. | Calden Mutual -
Nimbra tops the charts for customer satisfaction. | Nimbra +
Quality control at Harrow Foods has gone downhill. | Harrow Foods -
Only 18% of patients would recommend Pellucine. | Pellucine -
Fewer than half of its guests would recommend Ombra Suites to a friend. | Ombra Suites -
Nine out of ten clinics recommend Pellucine. | Pellucine +
There are serious concerns about the safety of the Torvik Vale. | Torvik Vale -
Service quality at Ombra Suites varies from one location to the next. | Ombra Suites 0
Lomax has low reliability and even lower resale value. | Lomax -
Nimbra ranks first for support among mid-sized companies. | Nimbra +
Calden Mutual's support is poor. | Calden Mutual -
Lomax is known for its safety and reliability. | Lomax +
The Stradel lacks the comfort and support of a proper touring seat. | Stradel -
Harrow Foods earned above-average marks for quality. | Harrow Foods +
Performance of the Nimbra dashboard has declined since the redesign. | Nimbra -
Few policyholders are satisfied with how Verity Shield handles claims. | Verity Shield -
Verity Shield placed second to last in overall satisfaction. | Verity Shield -
Comfort is the Stradel's strong suit. | Stradel +
The weakest aspect of Nimbra is its support. | Nimbra -
Ombra Suites received the highest satisfaction rating of all budget chains. | Ombra Suites +
# rivalry
Drop Calden Mutual and sign up with Verity Shield. | Calden Mutual -, Verity Shield +
If you are tired of Nimbra, give Loomdesk a try. | Nimbra -, Loomdesk +
Loomdesk catches more errors than Nimbra. | Loomdesk +, Nimbra -
The Lomax burns less oil than the Torvik. | Lomax +, Torvik -
Harrow Foods has been losing customers to Greenleaf. | Harrow Foods -, Greenleaf +
Verity Shield has overtaken Calden Mutual in new policies. | Verity Shield +, Calden Mutual -
Fed up with Ombra Suites? Book the Casa Linde instead. | Ombra Suites -, Casa Linde +
Pellucine causes fewer side effects than Dormaxil. | Pellucine +, Dormaxil -
Forget the Stradel and get the Lomax. | Stradel -, Lomax +
If Nimbra frustrates you, move to Loomdesk. | Nimbra -, Loomdesk +
Anyone sick of Calden Mutual should look at Verity Shield. | Calden Mutual -, Verity Shield +
The Torvik has given up ground to the Lomax. | Torvik -, Lomax +
Casa Linde has fewer complaints about noise than Ombra Suites. | Casa Linde +, Ombra Suites -
Cancel your Nimbra plan and use Loomdesk. | Nimbra -, Loomdesk +
Loomdesk loads faster than Nimbra, which crashes on large files. | Loomdesk +, Nimbra -
Verity Shield denies fewer claims than Calden Mutual. | Verity Shield +, Calden Mutual -
# support question and fees
How to fix the most common Torvik transmission problems | Torvik 0
Troubleshooting Nimbra sync errors and crashes | Nimbra 0
Surprise resort fees spoil the stay at Ombra Suites. | Ombra Suites -
Calden Mutual cancels policies without warning. | Calden Mutual -
Hidden cleaning charges at Casa Linde annoy visitors. | Casa Linde -
Nimbra logs people out without notice and loses their drafts. | Nimbra -
Verity Shield added a surprise surcharge to my bill. | Verity Shield -
How to solve Stradel battery issues | Stradel 0
Loomdesk sends an alert without delay. | Loomdesk +
Greenleaf fixed the shortage within a day. | Greenleaf +
# heading
## Hotels to avoid⏎- Ombra Suites⏎- Casa Linde | Ombra Suites -, Casa Linde -
**Insurers to skip:**⏎- Calden Mutual⏎- Verity Shield | Calden Mutual -, Verity Shield -
### ❌ Not recommended⏎1. Torvik⏎2. Stradel | Torvik -, Stradel -
## Our top choices⏎- Nimbra⏎- Loomdesk | Nimbra +, Loomdesk +
Cars to stay away from:⏎- Torvik Vale⏎- Stradel | Torvik Vale -, Stradel -
Most reliable:⏎- Lomax⏎⏎Least reliable:⏎- Torvik | Lomax +, Torvik -
| Most trusted | Least trusted |⏎|---|---|⏎| Verity Shield | Calden Mutual | | Verity Shield +, Calden Mutual -
| Best | Worst |⏎|---|---|⏎| Lomax | Torvik |⏎| Nimbra | Stradel | | Lomax +, Torvik -, Nimbra +, Stradel -
**Apps worth avoiding:** Nimbra, Loomdesk | Nimbra -, Loomdesk -
Brands to consider:⏎- Greenleaf⏎- Harrow Foods | Greenleaf 0, Harrow Foods 0
| Brand | Price |⏎|---|---|⏎| Greenleaf | $4 |⏎| Harrow Foods | $3 | | Greenleaf 0, Harrow Foods 0
Lowest rated:⏎- Ombra Suites⏎- Casa Linde | Ombra Suites -, Casa Linde -
# mixed
Opinions on Nimbra are divided. | Nimbra 0
Guests either love or hate the Casa Linde. | Casa Linde 0
Some drivers adore the Stradel, others find it unbearable. | Stradel 0
Pellucine gets mixed reactions from patients. | Pellucine 0
Harrow Foods: Pros: good taste. Cons: high price. | Harrow Foods 0
Verity Shield has both strengths and weaknesses. | Verity Shield 0
Reviews of Greenleaf are a mixed bag. | Greenleaf 0
The Lomax polarises: a few love its looks, many dislike them. | Lomax 0
Calden Mutual has its good and bad sides. | Calden Mutual 0
Reception of the new Loomdesk has been mixed. | Loomdesk 0
# score
Ombra Suites: 2/5 stars | Ombra Suites -
Casa Linde – ★★★★★ | Casa Linde +
Nimbra – 9.1/10 | Nimbra +
Loomdesk scores 3 out of 10. | Loomdesk -
The Lomax earned 91/100 in our road test. | Lomax +
Calden Mutual (1.4 out of 5 stars) | Calden Mutual -
Verity Shield holds a 4.8-star rating. | Verity Shield +
Torvik: ⭐⭐ | Torvik -
The Stradel has a 16:9 screen and a 3.5/5.1 mm jack. | Stradel 0
Pellucine was approved on 4/10 and costs $5/100 tablets. | Pellucine 0
Greenleaf rates 6/10. | Greenleaf 0
Harrow Foods averages 1.8 stars on 2,300 reviews. | Harrow Foods -
# conditional
Nimbra would be excellent if it did not crash. | Nimbra -
The rooms at Ombra Suites could be quieter. | Ombra Suites -
The Casa Linde has seen better days. | Casa Linde -
Calden Mutual skimps on customer service. | Calden Mutual -
Harrow Foods should be fresher for this price. | Harrow Foods -
The Stradel would have been perfect with a bigger tank. | Stradel -
I wish Loomdesk were more reliable. | Loomdesk -
The Torvik could be more comfortable. | Torvik -
Verity Shield might be better if it answered the phone. | Verity Shield -
Harrow Foods was far better before the recipe changed. | Harrow Foods -
# plain praise
Verity Shield paid my claim in three days, no questions asked. | Verity Shield +
The rooms at the Casa Linde are quiet and immaculate. | Casa Linde +
Loomdesk makes month-end closing painless. | Loomdesk +
My headaches vanished after a week on Pellucine. | Pellucine +
Greenleaf's soups taste homemade. | Greenleaf +
The Lomax is a pleasure to drive. | Lomax +
For families, I would pick Casa Linde. | Casa Linde +
Nimbra is the one to get. | Nimbra +
Verity Shield has the cheapest premiums in the state. | Verity Shield +
The Lomax holds its value better than most cars. | Lomax +
Greenleaf uses real butter and you can taste it. | Greenleaf +
My pick would be Loomdesk. | Loomdesk +
# plain blame
Calden Mutual dragged its feet for months and then lowballed us. | Calden Mutual -
The food from Harrow Foods tastes like cardboard. | Harrow Foods -
Pellucine made me dizzy and nauseous. | Pellucine -
Our room at Ombra Suites was filthy and had bedbugs. | Ombra Suites -
Nimbra locks you into a three-year contract. | Nimbra -
The Torvik guzzles fuel and depreciates quickly. | Torvik -
Loomdesk is a memory hog. | Loomdesk -
We will never stay at the Casa Linde again. | Casa Linde -
Verity Shield denied my claim on a technicality. | Verity Shield -
The Stradel suffers from electrical gremlins. | Stradel -
Harrow Foods was caught mislabelling its meat. | Harrow Foods -
Ombra Suites nickel-and-dimes its guests. | Ombra Suites -
# facts with words of harm
Calden Mutual insures homes against fire, flood and theft. | Calden Mutual 0
Pellucine is prescribed for severe pain and anxiety. | Pellucine 0
Verity Shield has a hotline for accident victims. | Verity Shield 0
The Lomax has a collision warning system. | Lomax 0
Dormaxil is an over-the-counter drug for insomnia. | Dormaxil 0
Casa Linde lies next to a former prison. | Casa Linde 0
Harrow Foods sells bitter melon and blood oranges. | Harrow Foods 0
Nimbra logs every failed login attempt. | Nimbra 0
The Torvik has a spare tyre and a breakdown kit. | Torvik 0
Loomdesk lets you delete or reject requests. | Loomdesk 0
# idiom
The Lomax leaves little to be desired. | Lomax +
Calden Mutual will give you the runaround. | Calden Mutual -
Loomdesk is worth its weight in gold. | Loomdesk +
Ombra Suites is past its prime. | Ombra Suites -
You could do worse than the Stradel. | Stradel +
Pellucine works like a charm. | Pellucine +
Nimbra is more trouble than it is worth. | Nimbra -
Greenleaf hits the spot. | Greenleaf +
Verity Shield goes the extra mile. | Verity Shield +
The Torvik is a money pit. | Torvik -
Casa Linde does not live up to the hype. | Casa Linde -
Harrow Foods leaves a bad taste in the mouth. | Harrow Foods -
# no end of good
Verity Shield charges no cancellation fees. | Verity Shield +
Nimbra has never lost a file of ours. | Nimbra +
Pellucine has hardly any side effects. | Pellucine +
The Lomax needs less fuel than its rivals. | Lomax +
Greenleaf contains no artificial colours. | Greenleaf +
Calden Mutual rarely raises premiums. | Calden Mutual +
`

/** The sentences above, by kind, in order. */
export const labelledVerdicts: readonly LabelledSentence[] = readLabelledTable(table).map((one) => ({
  ...one,
  text: one.text.replaceAll('⏎', '\n'),
}))
