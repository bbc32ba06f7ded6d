/** Polarity of a whole answer about one entity, judged by a reader; a mere listing is neutral. */
export type Polarity = 'negative' | 'neutral' | 'positive'

export interface LabelledMention {
  /** Line, from 0, in answers/product-bench.jsonl of the test data; prompt, surface and run are for cross-checking. */
  line: number
  prompt: string
  surface: string
  run: number
  entity: string
  label: Polarity
}

// Line, prompt, surface, run, entity, label, and a reason if it is not obvious. Labeled by hand before the
// method was written, and only used in reports: nothing is tuned with it. Praise with a caveat is positive;
// praise and caveats of equal weight are neutral.
const table = `
0 | what's the best laptop under $1000? | ChatGPT | 1 | Best Buy | neutral | store only
18 | best espresso machine under 700 | ChatGPT | 1 | De'Longhi | positive
25 | I am a side sleeper, find the best queen size mattress for me under 1500 | ChatGPT | 1 | Leesa | positive
31 | best 5K running shoes racing | ChatGPT | 1 | Brooks | positive
32 | what's the best workout earbuds under $150? | ChatGPT | 1 | Beats | positive
39 | GPS running watch below $400 | ChatGPT | 1 | Fitbit | positive
47 | best movie streaming platform | ChatGPT | 1 | Apple TV+ | positive
49 | can you please recommend a high performance blender? | ChatGPT | 1 | Vitamix | positive
64 | what's the best mesh WiFi system for home? | ChatGPT | 1 | Google | positive
65 | I'm shopping for a mesh WiFi system for home | ChatGPT | 1 | Eero | positive
69 | which nonstick cookware set is best? | ChatGPT | 1 | Tefal | positive
76 | what's the best record player for beginners? | ChatGPT | 1 | Crosley | negative | sound and durability not great
76 | what's the best record player for beginners? | ChatGPT | 1 | Victrola | negative | sound and durability not great
77 | new to vinyl, please recommend the best record player for me please | ChatGPT | 1 | Audio-Technica | positive
78 | best record player beginners | ChatGPT | 1 | Pro-Ject | positive
89 | doing all my basketball practice indoor now, what is the best basketball to get | ChatGPT | 1 | Nike | positive
93 | can you recommend a moisturizer for acne prone skin? | ChatGPT | 1 | Paula’s Choice | positive
94 | best moisturizer acne prone skin | ChatGPT | 1 | Vanicream | positive
96 | what's the best nonstick pan? | ChatGPT | 1 | All-Clad | positive
98 | best nonstick pan | ChatGPT | 1 | T-fal | positive
101 | I am a senior, what's a good cell phone plan | ChatGPT | 1 | Verizon | positive
105 | which luxury electric car is best? | ChatGPT | 1 | Tesla | positive
110 | best home WiFi security camera | ChatGPT | 1 | Elder | neutral | features only
113 | can you recommend a massage gun? | ChatGPT | 1 | Hyperice | positive
117 | where should I shop for women's swimwear? | ChatGPT | 1 | Swimsuits For All | positive
118 | best place buy women's swimwear | ChatGPT | 1 | Andie Swim | positive
132 | what's the best laptop under $1000? | ChatGPT | 2 | Apple | positive
133 | I'm looking for a laptop under $1000 | ChatGPT | 2 | ASUS | positive
138 | best smartphone under 600 | ChatGPT | 2 | Xiaomi | positive
140 | what's the best wireless headphones under $200? | ChatGPT | 2 | Anker | positive
141 | help me find wireless headphones under $200 please | ChatGPT | 2 | Skullcandy | positive
146 | best 55 inch TV under 1000 | ChatGPT | 2 | Vizio | positive
147 | 55" television below $1000 | ChatGPT | 2 | Roku | positive
148 | what's the best espresso machine under $700? | ChatGPT | 2 | DeLonghi | positive
149 | can you recommend an espresso machine under $700? | ChatGPT | 2 | Elekta | positive
150 | best espresso machine under 700 | ChatGPT | 2 | Rancilio | positive
152 | what's the best cordless stick vacuum? | ChatGPT | 2 | Dyson | positive
154 | best cordless stick vacuum | ChatGPT | 2 | Bissell | positive
157 | I am a side sleeper, find the best queen size mattress for me under 1500 | ChatGPT | 2 | DreamCloud | positive
158 | best queen mattress side sleepers under 1500 | ChatGPT | 2 | Nectar | positive
159 | queen mattress for side sleeping below $1500 | ChatGPT | 2 | Saatva | positive
160 | what's the best 5K racing shoes? | ChatGPT | 2 | Adidas | positive
163 | best 5K running shoes racing | ChatGPT | 2 | New Balance | positive
164 | what's the best workout earbuds under $150? | ChatGPT | 2 | Anker | positive
165 | can you recommend workout earbuds under $150? | ChatGPT | 2 | Skullcandy | positive
169 | I'm shopping for a running watch under $400 | ChatGPT | 2 | Apple Watch | neutral | decent, but limited
174 | best family size air fryer | ChatGPT | 2 | Breville | positive
177 | which streaming service is best for movies? | ChatGPT | 2 | Netflix | positive
179 | best movie streaming platform | ChatGPT | 2 | Warner Bros. | neutral | as owner of content
183 | best high performance blender smoothies | ChatGPT | 2 | Blendtec | neutral | example in passing
190 | best cheap electric toothbrush | ChatGPT | 2 | Fairywill | neutral | feature praise, no support
191 | best budget electric toothbrush | ChatGPT | 2 | Philips | positive
194 | best 27 inch monitor office work | ChatGPT | 2 | LG | positive
195 | 27" monitor for productivity | ChatGPT | 2 | HP | positive
198 | best mesh WiFi system home | ChatGPT | 2 | eero | positive
200 | what's the best nonstick cookware set? | ChatGPT | 2 | All-Clad | positive
201 | which nonstick cookware set is best? | ChatGPT | 2 | GreenPan | positive
202 | best nonstick cookware set | ChatGPT | 2 | T-fal | positive
204 | what's the best durable carry-on luggage? | ChatGPT | 2 | Away | positive
206 | best durable carry-on luggage | ChatGPT | 2 | Travelpro | positive
213 | help me find a no annual fee travel credit card please | ChatGPT | 2 | United | neutral | transfer partner
214 | best no fee travel credit card | ChatGPT | 2 | Chase | neutral | card terms only
224 | what's the best moisturizer for acne prone skin? | ChatGPT | 2 | Neutrogena | positive
228 | what's the best nonstick pan? | ChatGPT | 2 | Caraway | neutral | stylish, less durable
230 | best nonstick pan | ChatGPT | 2 | Scanpan | positive
233 | I am a senior, what's a good cell phone plan | ChatGPT | 2 | Mint Mobile | neutral | price and plan only
237 | which luxury electric car is best? | ChatGPT | 2 | BMW | positive
238 | best luxury electric car | ChatGPT | 2 | Mercedes-Benz | positive
250 | best place buy women's swimwear | ChatGPT | 2 | ASOS | positive
251 | best women's swimwear store | ChatGPT | 2 | Nordstrom | neutral | store only
252 | what's the best affordable ski jacket? | ChatGPT | 2 | Arctix | positive
261 | my garage and basement are always damp, I need a dehumidifier for both spaces | ChatGPT | 2 | CREWORKS | positive
265 | I'm looking for a laptop under $1000 | Google AI Mode | 1 | Dell | positive
266 | best laptop under 1000 | Google AI Mode | 1 | Acer | positive
269 | can you recommend a smartphone under $600? | Google AI Mode | 1 | Apple | neutral | price listing only
275 | bluetooth headphones below $200 | Google AI Mode | 1 | Best Buy | neutral | store only
276 | what's the best 55 inch TV under $1000? | Google AI Mode | 1 | TCL | positive
282 | best espresso machine under 700 | Google AI Mode | 1 | Breville | positive
283 | espresso maker below $700 | Google AI Mode | 1 | Gaggia | positive
287 | best cordless stick vacuum cleaner | Google AI Mode | 1 | Samsung | neutral | praise and caveats balance
287 | best cordless stick vacuum cleaner | Google AI Mode | 1 | Tineco | neutral | good value, less sturdy
287 | best cordless stick vacuum cleaner | Google AI Mode | 1 | Wyze | neutral | cheap, less robust build
297 | can you recommend workout earbuds under $150? | Google AI Mode | 1 | Walmart | neutral | store only
304 | what's the best family size air fryer? | Google AI Mode | 1 | Instant Vortex | negative | may no longer be recommended
307 | best large air fryer for families | Google AI Mode | 1 | Ninja | positive
307 | best large air fryer for families | Google AI Mode | 1 | Philips | positive
310 | best streaming service movies | Google AI Mode | 1 | Hulu | positive
310 | best streaming service movies | Google AI Mode | 1 | Netflix | positive
318 | best easy setup printer under 500 | Google AI Mode | 1 | Brother | positive
319 | best simple printer below $500 | Google AI Mode | 1 | Canon | positive
326 | best 27 inch monitor office work | Google AI Mode | 1 | Dell | positive
328 | what's the best mesh WiFi system for home? | Google AI Mode | 1 | TP-Link | neutral | good value, under investigation
329 | I'm shopping for a mesh WiFi system for home | Google AI Mode | 1 | Netgear | positive
332 | what's the best nonstick cookware set? | Google AI Mode | 1 | Ninja | neutral | example only
333 | which nonstick cookware set is best? | Google AI Mode | 1 | Caraway | positive
343 | best beginner turntable vinyl | Google AI Mode | 1 | Crosley | negative | criticized for record damage
346 | best no fee travel credit card | Google AI Mode | 1 | Wells Fargo | positive
355 | best indoor court basketball | Google AI Mode | 1 | The St. James | neutral | mixed reviews, good court
363 | best nonstick frying pan | Google AI Mode | 1 | GreenPan | positive
365 | I am a senior, what's a good cell phone plan | Google AI Mode | 1 | T-Mobile | neutral | pros and cons balance
373 | I'm looking for a home WiFi security camera | Google AI Mode | 1 | Blink | neutral | price listing only
375 | best wireless home security camera | Google AI Mode | 1 | Google | positive
378 | best massage gun | Google AI Mode | 1 | Ekrin Athletics | positive
379 | best percussion massage gun | Google AI Mode | 1 | Bob and Brad | positive
384 | what's the best affordable ski jacket? | Google AI Mode | 1 | Columbia | neutral | cheap, doubtful materials
385 | I'm going skiing for the first time and need an affordable ski jacket | Google AI Mode | 1 | Trew Gear | neutral | durable, lacks features
386 | best affordable ski jacket | Google AI Mode | 1 | Columbia | negative | boxy fit, cheap-feeling materials
387 | best budget ski jacket | Google AI Mode | 1 | REI Co-op | positive
388 | what's the best board game for large parties? | Google AI Mode | 1 | Czech Games Edition | neutral | price listing only
391 | party board game 8-10 players | Google AI Mode | 1 | USAopoly | neutral | price listing only
393 | my garage and basement are always damp, I need a dehumidifier for both spaces | Google AI Mode | 1 | Insignia | neutral | carried by a store
395 | dehumidifier for basement and garage | Google AI Mode | 1 | Waykar | neutral | specification only
402 | best smartphone under 600 | Google AI Mode | 2 | Google | positive
403 | top phone below $600 | Google AI Mode | 2 | Samsung | positive
405 | help me find wireless headphones under $200 please | Google AI Mode | 2 | Audio-Technica | positive
407 | bluetooth headphones below $200 | Google AI Mode | 2 | Sony | positive
408 | what's the best 55 inch TV under $1000? | Google AI Mode | 2 | Samsung | neutral | decent, but unstable backlight
408 | what's the best 55 inch TV under $1000? | Google AI Mode | 2 | TCL | positive
410 | best 55 inch TV under 1000 | Google AI Mode | 2 | Hisense | positive
417 | I'm looking for a cordless stick vacuum | Google AI Mode | 2 | LG | positive
418 | best cordless stick vacuum | Google AI Mode | 2 | Wyze | positive | good value, but discontinued
422 | best queen mattress side sleepers under 1500 | Google AI Mode | 2 | WinkBed | positive
424 | what's the best 5K racing shoes? | Google AI Mode | 2 | Nike | positive
425 | racing a 5k, what's the best racing shoes | Google AI Mode | 2 | ASICS | positive
429 | can you recommend workout earbuds under $150? | Google AI Mode | 2 | Jabra | neutral | good fit, mixed experiences
430 | best workout earbuds under 150 | Google AI Mode | 2 | EarFun | positive
432 | what's the best running watch under $400? | Google AI Mode | 2 | Garmin | positive
438 | best family size air fryer | Google AI Mode | 2 | COSORI | positive
443 | best movie streaming platform | Google AI Mode | 2 | Amazon | neutral | huge library, cluttered interface
446 | best high performance blender | Google AI Mode | 2 | Ninja | positive
448 | what's the best easy setup printer under $500? | Google AI Mode | 2 | Epson | positive
449 | help me find an easy setup printer under $500 | Google AI Mode | 2 | HP | positive
454 | best cheap electric toothbrush | Google AI Mode | 2 | Walmart | neutral | store only
471 | best sturdy carry on suitcase | Google AI Mode | 2 | Monos | positive
472 | what's the best record player for beginners? | Google AI Mode | 2 | Fluance | positive
475 | best beginner turntable vinyl | Google AI Mode | 2 | Crosley | neutral | price listing only
482 | best acoustic guitar under 500 | Google AI Mode | 2 | Epiphone | positive
483 | best beginner acoustic guitar below $500 | Google AI Mode | 2 | Yamaha | positive
484 | what's the best indoor basketball? | Google AI Mode | 2 | Wilson | positive
485 | doing all my basketball practice indoor now, what is the best basketball to get | Google AI Mode | 2 | Baden | positive
492 | what's the best nonstick pan? | Google AI Mode | 2 | Teflon | neutral | slick, but harmful fumes
496 | what's the best cell phone service with senior discounts? | Google AI Mode | 2 | AT&T | neutral | prices only
499 | best senior discount phone plan | Google AI Mode | 2 | Consumer Cellular | positive
505 | I'm looking for a home WiFi security camera | Google AI Mode | 2 | Wirecutter | neutral | source of reviews
512 | what's the best place to buy women's swimwear? | Google AI Mode | 2 | Amazon | neutral | vast selection, quality varies
514 | best place buy women's swimwear | Google AI Mode | 2 | Everything But Water | neutral | store only
519 | best budget ski jacket | Google AI Mode | 2 | Quiksilver | positive
524 | what's the best dehumidifier for garage and basement? | Google AI Mode | 2 | hOmeLabs | positive
525 | my garage and basement are always damp, I need a dehumidifier for both spaces | Google AI Mode | 2 | Home Depot | neutral | store only
526 | best dehumidifier garage basement | Google AI Mode | 2 | Midea | positive
`

export const labeledMentions: readonly LabelledMention[] = table
  .trim()
  .split('\n')
  .map((row) => {
    const [line, prompt = '', surface = '', run, entity = '', label] = row.split(' | ')
    return { line: Number(line), prompt, surface, run: Number(run), entity, label: label as Polarity }
  })
