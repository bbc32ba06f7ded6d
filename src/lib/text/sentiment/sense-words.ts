/** Words by their effect on others. Harms, remedies and guards are in `harm-words`. */
export const senseWords = {
  /** The next word does not describe the subject: "anti-theft", "covers damage". */
  excuses: 'anti non zero during against cover covers covering covered contact free prevents',
  /** Problems of the buyer follow: "great for bad knees". */
  suits: `ideal perfect great good best better excellent suitable suited designed made built formulated created intended
    meant recommended gentle people those anyone users someone shoppers relief safe effective helpful helps works prescribed
    approved indicated licensed drug drugs medication medicine hotline`,
  for: 'for with',
  /** Cancels the excuse: "causes back pain". */
  causes:
    'cause causes caused causing gave gives give left leaves leave hurt hurts irritate irritates damages damaged',
  /** After a hyphen, the harm counts as a fault: "error-prone", "loss-making". */
  ridden:
    'ridden prone laden hit plagued stricken making struck torn inducing filled heavy looking feeling marred',
  unit: `mm cm km inch inches ft feet kg g lb lbs oz ounces grams l ml hz khz ghz w kw v mah db degrees rpm
    nm`,
  price: 'price prices pricing fare fares rates',
  determiner: 'a an the my your our his her its their s this that these those old new me us',
  /** "Prefer A over B", "chose A instead of B". */
  choice: `prefer preferred prefers preferring choose chooses chose chosen choosing pick picked picks picking favor
    favored favors favour favoured favours recommend recommended recommends take took opt opted opting buy bought get got
    go went going want wanted rather love loved like liked use using select selected selecting`,
  prefers: 'prefer preferred prefers preferring preferable',
  over: 'over',
  against: 'against',
  more: 'more',
  switches: `switch switched switches switching move moved moving migrate migrated migrating upgrade upgraded upgrading
    convert converted changed shift shifted shifting`,
  replaces: `replace replaced replaces replacing ditch ditched ditching swap swapped swapping trade traded trading dump
    dumped dumping abandon abandoned abandoning left leave leaving dropped returned exchanged substitute substituted`,
  from: 'from',
  to: 'to',
  replacement: 'with for by',
  /** One entity moves the price or share of another: "weighs on", "boosts". */
  moves: `lift lifts lifted boost boosts boosted hit hits hurt hurts drag drags dragged weigh weighs weighed push pushes
    pushed pull pulls pulled help helps helped buoy buoys buoyed support supports dent dents dented squeeze squeezes
    rattle rattles rattled wallop wallops sink sinks send sends sent aid aids benefit benefits pressure pressures spook
    spooks fuel fuels prop props bolster bolsters underpin underpins cheer cheers led driven underpinned supported`,
  /** The subject judges another entity and is not judged: "RBI fines", "Citi upgrades". */
  judges: `upgrade upgrades upgraded downgrade downgrades downgraded initiates initiated maintains maintained reiterates
    reiterated recommends slap slaps slapped bar bars barred fine fines fined warn warns warned probe probes raid raids
    suspend suspends suspended sue sues sued order orders ordered clears cleared approves approved rates rated penalises
    penalised ban bans banned blacklists summons rejects rejected questions pulls raises cuts cut prefers bullish bearish
    overweight underweight positive cautious buys acquires rescues assigns affirms accuses accused bets upbeat`,
  /** Before the other party in the subject's action: "wins an order from". */
  partner: 'by from with at via',
  /** Advice at the start of a clause: "choose @", but not "those who choose @". */
  advises: 'choose go pick opt get grab try stick invest skip ditch pass leave',
  advice: "and or just simply then should instead please better definitely still to i'd would",
  nobody: 'nobody none',
  /** After the last name of a list: "buy A, B in this sector". */
  place: 'in on at for among from with to this as',
  concedes: 'although though while despite even whilst notwithstanding',
} as const satisfies Readonly<Record<string, string>>
