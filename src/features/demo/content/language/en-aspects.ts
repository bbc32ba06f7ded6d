import type { AspectTexts } from './pack.ts'

// biome-ignore format: one opinion a line reads as a table
export const englishAspects: AspectTexts = {
  temperature: {
    good: { says: ['holds its brew temperature within a degree', 'delivers excellent thermal stability thanks to its PID control', 'stays impressively consistent from the first shot to the tenth'], notes: ['excellent temperature stability', 'precise PID control', 'consistent back-to-back shots'] },
    bad: { says: ['drifts by several degrees during longer sessions', 'needs annoying temperature surfing before it behaves', 'struggles to hold a stable temperature with light roasts'], notes: ['unstable temperature', 'inconsistent with light roasts', 'weak temperature control'] },
  },
  steam: {
    good: { says: ['has powerful, dry steam that makes silky milk easy', 'steams a full jug impressively fast', 'produces superb microfoam'], notes: ['powerful steam', 'superb microfoam', 'fast steaming without waiting'] },
    bad: { says: ['has disappointingly weak steam', 'takes frustratingly long to steam milk for two drinks', 'runs out of steam halfway through a larger jug'], notes: ['weak steam', 'slow milk steaming', 'poor steam pressure for larger jugs'] },
  },
  taste: {
    good: { says: ['pulls a sweet, well balanced shot', 'makes rich espresso with a lovely, dense crema', 'wins blind tastings with surprising regularity'], notes: ['rich and balanced espresso', 'great flavour clarity', 'lovely dense crema'] },
    bad: { says: ['tends to make thin, slightly bitter espresso', 'produces rather flat shots', 'disappoints in the cup, where the espresso tastes watery'], notes: ['thin and bitter espresso', 'flat taste', 'disappointing crema'] },
  },
  build: {
    good: { says: ['feels solid, with a stainless steel body and a proper 58 mm group', 'is beautifully built and made to last', 'has outstanding build quality for its class'], notes: ['solid stainless steel body', 'outstanding build quality', 'sturdy 58 mm portafilter'] },
    bad: { says: ['feels cheap in places, with a flimsy plastic drip tray', 'uses too much plastic and rattles when the pump starts', 'has a poorly fitted water tank that wobbles'], notes: ['flimsy plastic parts', 'cheap feel', 'poor fit and finish'] },
  },
  design: {
    good: { says: ['looks gorgeous on the counter', 'has a clean, elegant design that people love', 'is easily the most attractive option here'], notes: ['elegant design', 'gorgeous finish', 'attractive colours'] },
    bad: { says: ['looks dated next to newer machines', 'shows every fingerprint on its ugly glossy panels', 'has a cluttered, confusing front panel'], notes: ['dated looks', 'ugly glossy plastic', 'confusing front panel'] },
  },
  price: {
    good: { says: ['offers excellent value for money', 'costs noticeably less than comparable machines', 'is surprisingly affordable for what it offers'], notes: ['excellent value', 'affordable price', 'great value for money'] },
    bad: { says: ['is overpriced for what it offers', 'costs far more than comparable machines', 'is expensive, and the accessories cost extra'], notes: ['overpriced', 'expensive accessories', 'high price'] },
  },
  running: {
    good: { says: ['brings the cost of a cup down to that of the beans', 'pays for itself within a year of daily use', 'is cheap to run once you own it'], notes: ['low cost per cup', 'cheap to run', 'quick payback'] },
    bad: { says: ['gets expensive once you count the cost of each cup', 'locks you into its own costly consumables', 'costs three times as much per cup'], notes: ['high cost per cup', 'expensive consumables', 'costly in the long run'] },
  },
  ease: {
    good: { says: ['is easy to use from day one', 'is wonderfully forgiving for beginners', 'guides newcomers well with simple, clear controls'], notes: ['easy to use', 'beginner-friendly', 'simple and clear controls'] },
    bad: { says: ['has a steep and frustrating learning curve', 'confuses newcomers with cryptic button combinations', 'is difficult to dial in without a good grinder'], notes: ['steep learning curve', 'confusing controls', 'difficult to dial in'] },
  },
  size: {
    good: { says: ['fits comfortably into a narrow gap', 'takes up pleasantly little counter space', 'is among the slimmest machines you can buy'], notes: ['small footprint', 'fits under low cabinets', 'pleasantly slim body'] },
    bad: { says: ['is too bulky for most small kitchens', 'takes up an awkward amount of counter space', 'does not fit under standard cabinets, which is annoying'], notes: ['bulky', 'awkward footprint', 'too tall for most cabinets'] },
  },
  noise: {
    good: { says: ['runs pleasantly quiet', 'is quiet enough not to wake the house', 'has a smooth, well damped pump'], notes: ['pleasantly quiet', 'well damped pump', 'low noise'] },
    bad: { says: ['is annoyingly loud', 'vibrates badly enough to move the cup', 'makes an unpleasant racket early in the morning'], notes: ['loud pump', 'annoying vibration', 'noisy operation'] },
  },
  heatup: {
    good: { says: ['is ready in under three minutes', 'heats up impressively fast', 'wastes no time warming up, a real advantage on weekdays'], notes: ['fast heat-up', 'ready in under three minutes', 'convenient on busy mornings'] },
    bad: { says: ['needs a tedious twenty minutes to warm up', 'heats up painfully slowly', 'takes far too long to get ready on a weekday morning'], notes: ['slow warm-up', 'tedious wait in the morning', 'painfully slow heat-up'] },
  },
  service: {
    good: { says: ['is backed by helpful, fast customer support', 'comes with a generous warranty and an excellent service network', 'earns praise for its friendly support team'], notes: ['excellent customer support', 'generous warranty', 'helpful service'] },
    bad: { says: ['leaves customers waiting for weeks when something breaks', 'has slow, unhelpful customer support', 'is let down by a poor service network'], notes: ['slow and unhelpful support', 'poor service network', 'long waits for repairs'] },
  },
  repair: {
    good: { says: ['can be repaired at home with standard parts', 'publishes exploded diagrams and sells every gasket, which is great', 'is a pleasure to service, with everything behind four screws'], notes: ['easy to repair', 'spare parts readily available', 'great documentation'] },
    bad: { says: ['is glued shut, which makes even a simple repair a nightmare', 'is hard to fix, since spare parts are not sold to owners', 'fails on repairability because the boiler is sealed'], notes: ['hard to repair', 'no spare parts for owners', 'sealed boiler that is hard to fix'] },
  },
  reliability: {
    good: { says: ['has one of the best reliability records among owners', 'is trusted to run for years without trouble', 'rarely breaks, according to repair shops'], notes: ['excellent reliability', 'trusted by long-term owners', 'years of use without trouble'] },
    bad: { says: ['suffers from failing pumps after the first year', 'gets too many complaints about early failures', 'is not reliable enough yet, with several reports of broken sensors'], notes: ['unreliable pump', 'complaints about early failures', 'unproven electronics with some defects'] },
  },
  cleaning: {
    good: { says: ['is easy to clean and reminds you when it is time to descale', 'rinses itself and is pleasantly low-maintenance', 'has a descaling programme that works well'], notes: ['easy to clean', 'helpful descaling programme', 'low maintenance'] },
    bad: { says: ['is a pain to clean', 'clogs easily and nags about descaling', 'hides its brew group, so cleaning is a frustrating chore'], notes: ['tedious cleaning', 'frequent clogging', 'annoying maintenance alerts'] },
  },
  milk: {
    good: { says: ['makes excellent, creamy milk foam at the push of a button', 'froths milk beautifully, including oat milk', 'produces the best cappuccino of its class'], notes: ['excellent milk foam', 'great with oat milk', 'best cappuccino of its class'] },
    bad: { says: ['makes disappointing milk foam with large bubbles', 'leaves the milk lukewarm', 'struggles with plant-based milk'], notes: ['disappointing milk foam', 'lukewarm milk', 'poor with plant-based milk'] },
  },
  app: {
    good: { says: ['comes with a well designed app for profiles and timers', 'has a genuinely useful app', 'lets you share shot profiles through an excellent app'], notes: ['genuinely useful app', 'excellent shot profiles', 'smart scheduling that works well'] },
    bad: { says: ['is held back by a buggy app', 'loses its connection too often, which is frustrating', 'hides basic settings in a clumsy menu'], notes: ['buggy app', 'clumsy menus', 'frustrating connectivity'] },
  },
  grind: {
    good: { says: ['grinds evenly and is easy to dial in', 'delivers impressive grind consistency', 'offers excellent stepless adjustment'], notes: ['impressive grind consistency', 'excellent stepless adjustment', 'easy to dial in'] },
    bad: { says: ['grinds unevenly at espresso settings', 'struggles to grind fine enough for a good shot', 'has coarse, frustrating adjustment steps'], notes: ['uneven grind', 'coarse adjustment steps', 'weak at fine settings'] },
  },
  retention: {
    good: { says: ['retains next to nothing, ideal for single dosing', 'wastes almost no coffee between doses', 'is clean, with virtually no static'], notes: ['very low retention', 'ideal for single dosing', 'pleasantly free of static'] },
    bad: { says: ['retains too much stale coffee', 'sprays grounds everywhere, an annoying mess', 'wastes two grams with every change of setting'], notes: ['high retention', 'messy static', 'wasteful when switching beans'] },
  },
  energy: {
    good: { says: ['uses impressively little power', 'has an efficient heating system and a useful eco mode', 'is one of the most efficient machines measured'], notes: ['impressively low power use', 'efficient thermoblock', 'useful eco mode'] },
    bad: { says: ['wastes a lot of energy keeping its boiler hot', 'is inefficient in standby', 'draws a disappointing amount of power for each cup'], notes: ['wasteful standby', 'poor efficiency', 'high power use'] },
  },
  capacity: {
    good: { says: ['copes easily with a busy morning', 'has a generous tank and bean hopper', 'handles a queue of people without trouble'], notes: ['generous water tank', 'good for busy mornings', 'great for larger groups'] },
    bad: { says: ['has a small tank that needs annoyingly frequent refills', 'is too slow for more than a few drinks in a row', 'struggles as soon as guests come over'], notes: ['small water tank', 'annoyingly frequent refills', 'slow with several drinks in a row'] },
  },
  waste: {
    good: { says: ['takes used capsules back free of charge, which is a welcome step', 'has improved with home-compostable capsules', 'runs a good recycling scheme'], notes: ['free take-back scheme', 'improved compostable capsules', 'good recycling scheme'] },
    bad: { says: ['leaves a capsule to throw away after every cup', 'creates an unnecessary amount of waste', 'still fails on packaging waste'], notes: ['wasteful capsules', 'lots of unnecessary packaging', 'bad for the bin'] },
  },
  launch: {
    good: { says: ['is new this season and impresses with two boilers at a single-boiler price', 'has had an excellent start, with reviewers praising its flow control', 'is the standout launch of recent weeks and heats up remarkably fast'], notes: ['excellent first reviews', 'impressive flow control', 'two boilers at a great price'] },
    bad: { says: ['is so new that long-term experience is missing', 'is hard to get at the moment, with delivery delays', 'has a minor firmware problem that is still to be fixed'], notes: ['delivery delays', 'no long-term experience yet', 'minor firmware problem'] },
  },
  recall: {
    good: { says: ['has promised free repairs for all recalled machines', 'responded to the recall with free replacements'], notes: ['free repairs under the recall', 'free replacements'] },
    bad: { says: ['is in the middle of a recall over dangerously leaking steam wands', 'has had to recall part of its range after reports of burns from a faulty steam valve', 'faces a wave of complaints about leaking, unsafe steam wands'], notes: ['recall over leaking steam wands', 'safety complaints since the recall', 'faulty steam valve with a risk of burns'] },
  },
}
