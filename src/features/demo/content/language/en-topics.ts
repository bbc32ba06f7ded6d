import type { Area } from '../catalogue.ts'
import type { Explanation, Tip } from './pack.ts'

export const englishTips: Partial<Record<Area, readonly Tip[]>> = {
  entry: [
    ['Pressurised baskets', 'Pressurised baskets forgive an uneven grind, which helps in the first months.'],
    ['Grinder', 'A decent grinder makes more difference than the next bigger machine.'],
    ['Steam', 'If you drink cappuccino, look at the steam wand before you look at the pump.'],
    ['Pump pressure', 'Nine bar at the group is what counts; "15 bar" on the box means little.'],
    ['Room to grow', 'A 58 mm portafilter keeps the door open for better baskets later.'],
  ],
  prosumer: [
    ['Boilers', 'Two boilers let you brew and steam at once, a heat exchanger does so with more practice.'],
    ['PID', 'A PID holds the set temperature and matters most for light roasts.'],
    ['Rotary pump', 'A rotary pump is quieter and can be plumbed in, but costs more.'],
    ['Flow control', 'Flow control is worth having if you enjoy experiments; otherwise save the money.'],
    ['Weight', 'Most machines of this class weigh more than 20 kg, so plan where yours will stand.'],
  ],
  compact: [
    ['Measure first', 'Measure the height under the cabinets as well as the width.'],
    ['Water tank', 'A tank that comes out at the front saves moving the machine every day.'],
    ['Thermoblock', 'A thermoblock heats faster and takes less room than a boiler.'],
    ['Cup height', 'Slim machines often leave less than 9 cm under the spout.'],
  ],
  automatic: [
    ['Brew group', 'A removable brew group is easier to keep clean.'],
    ['Milk system', 'Hoses need rinsing each day, a carafe goes into the dishwasher.'],
    ['Bean hopper', 'A second hopper or a pre-ground chute is practical for decaf.'],
    ['Grinder steps', 'Look for at least six grind settings to adapt to your beans.'],
    ['Profiles', 'User profiles pay off when several people share the machine.'],
  ],
  office: [
    ['Daily output', 'For twenty people, plan for sixty cups a day and a tank of at least four litres.'],
    ['Water connection', 'A fixed water line saves someone from refilling all day.'],
    ['Service contract', 'A swap-out within 24 hours is worth more than a low purchase price.'],
    ['Cleaning', 'Automatic milk rinsing decides whether the machine is still used after a month.'],
  ],
  grinder: [
    ['Burrs', 'Flat burrs favour clarity, conical burrs body; both can make fine espresso.'],
    ['Adjustment', 'Stepless adjustment makes dialling in easier.'],
    ['Alignment', 'Well aligned burrs matter more than a larger diameter.'],
    ['Workflow', 'Single dosing suits changing beans, a hopper suits one bean all week.'],
  ],
  reliability: [
    ['Survey data', 'Look at owner surveys over three years rather than at star ratings in the first week.'],
    ['Maintenance', 'Most early failures come from scale, not from bad parts.'],
    ['Parts', 'A brand that sells gaskets and pumps to owners keeps machines running longer.'],
    ['Warranty terms', 'Two years is standard, some brands give three after registration.'],
  ],
  repair: [
    ['Standard parts', 'An E61 group and common pumps mean that parts will exist in ten years.'],
    ['Documentation', 'Exploded diagrams and torque values are a good sign.'],
    ['Fasteners', 'Screws instead of clips and glue decide how long a repair takes.'],
    ['Safety', 'Unplug the machine and let the boiler cool before you open it.'],
  ],
  energy: [
    ['Heat-up', 'For two cups a day, a fast thermoblock beats any boiler.'],
    ['Auto-off', 'A timer of fifteen minutes saves more than an efficient heater.'],
    ['Insulation', 'Insulated boilers cut standby losses by about a third.'],
    ['Cup warmer', 'Leave the cup warmer off; rinse the cup with hot water.'],
  ],
}

const descaling: Explanation = {
  leads: [
    'Descale an espresso machine every two to three months with hard water, and about twice a year with soft or filtered water.',
    'How often you need to descale depends on your water: every 6 to 8 weeks above 14 °dH, every 4 to 6 months below 7 °dH.',
    'For most households, once every three months is a sensible rhythm for descaling; machines with a sensor tell you when it is due.',
    'There is no fixed interval. Water hardness and the number of drinks decide it, and a test strip answers the question in a minute.',
  ],
  headings: ['How to descale', 'Step by step', 'A simple routine', 'What matters'],
  points: [
    ['Test your water', 'Test strips cost little and tell you how hard the water is.'],
    ['Empty the tank', 'Empty the tank and take out the filter cartridge first, since acid ruins it.'],
    [
      'Mix the solution',
      'Use citric acid or the product named in the manual, never vinegar in an aluminium boiler.',
    ],
    [
      'Run it through',
      'Send a third of the solution through the group and a third through the steam wand, with breaks of five minutes.',
    ],
    ['Rinse twice', 'Two full tanks of fresh water remove the taste.'],
    [
      'Mind the surface',
      'If the machine stands on a wooden plinth or a shelf, put a tray underneath, as acid leaves stains.',
    ],
    ['Backflush', 'Backflushing removes coffee oils and does not replace descaling.'],
    ['Do not open it hot', 'Let a boiler cool down before you open any valve.'],
    ['Note the date', 'A sticker on the plinth or the back of the machine saves guessing next time.'],
  ],
  closings: [
    'If the flow becomes slow or the machine takes longer to heat, do it sooner.',
    'A water filter in the tank stretches the interval, but does not remove the need.',
    'When in doubt, follow the manual: some dual boilers should only be descaled by a technician.',
    'Doing it regularly is the cheapest way to make a machine last.',
  ],
  followUps: [
    'Which machine do you have? Then I can look up its descaling procedure.',
    'Do you know how hard your water is? I can suggest an interval for it.',
  ],
}

const capsules: Explanation = {
  leads: [
    'Capsules cost less on the day you buy the machine; an espresso machine costs less with every cup after that.',
    'Over three years and two cups a day, a capsule machine usually ends up more expensive than an entry-level espresso machine, and leaves around 2,000 capsules behind.',
    'If convenience decides, capsules win. For cost per cup, waste and taste, an espresso machine does.',
    'The short version: capsules at 40 to 50 cents a cup, beans at 15 to 20, and a big difference in the bin.',
  ],
  headings: ['Cost and waste', 'The main differences', 'How they compare', 'What to weigh up'],
  points: [
    ['Purchase', 'A capsule machine starts at about a quarter of the price of a pump machine.'],
    ['Cost per cup', 'Seven grams of good beans cost less than half of one capsule.'],
    ['Waste', 'Each capsule holds about a gram of aluminium; only part of it is ever recycled.'],
    ['Taste', 'Freshly ground coffee has more aroma than coffee that was ground months ago.'],
    ['Time', 'A capsule takes thirty seconds, a portafilter about three minutes with cleaning.'],
    ['Energy', 'Capsule systems heat little water and use the least power of all.'],
    ['Lifespan', 'Pump machines can be repaired for ten years and more.'],
    ['Grinder', 'Do not forget the grinder: it belongs in the sum.'],
  ],
  closings: [
    'At two cups a day the break-even comes after roughly eighteen months.',
    'Reusable capsules are a middle way, with some loss of taste.',
    'Grounds can go onto the compost, capsules need a collection point.',
    'People who drink one cup a week are well served with capsules or a moka pot.',
  ],
  followUps: [
    'Tell me how many cups you drink a day and I will work out the break-even for you.',
    'Shall I compare two specific machines on cost per cup?',
  ],
}

export const englishExplanations: Partial<Record<Area, Explanation>> = { descaling, capsules }
