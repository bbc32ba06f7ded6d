import { randomFrom } from '../../src/testing/statistics/random.ts'
import {
  type Held,
  type HeldBoth,
  leadHeld,
  meanHeld,
  type Swing,
  type SwingWorld,
  topicsHeld,
  visibilityHeld,
} from '../../src/testing/statistics/swings.ts'
import { table } from '../measure.ts'

// How often 95% intervals hold the truth if days are correlated and if prompts share topics: `npm run bench statistics/intervals`,
// or with 2,000 worlds per cell instead of 300: `node bench/statistics/intervals.ts 2000`. A second number is the seed.
const times = Number(process.argv[2] ?? 300)
const seed = Number(process.argv[3] ?? 2601)
const random = randomFrom(seed)
const lengths = [2, 7, 14, 30, 90]

const shown = ({ coverage, halfWidth }: Held) => `${coverage.toFixed(2)} ±${(100 * halfWidth).toFixed(1)}`
const withPower = (held: Held) => `${shown(held)}, ${held.leavesOutZero.toFixed(2)}`
const shares = [0.1, 0.3, 0.5]
const usual = { prompts: 30, engines: 2, history: 84, sd: 0.4 }

/** Results in worlds of each share, a third of the runs each. */
function heldOf(world: Omit<SwingWorld, 'share'>): HeldBoth {
  const found = shares.map((share) => visibilityHeld({ ...world, share }, Math.ceil(times / 3), random))
  return {
    thesePrompts: meanHeld(found.map(({ thesePrompts }) => thesePrompts)),
    promptsLikeThese: meanHeld(found.map(({ promptsLikeThese }) => promptsLikeThese)),
  }
}

const worlds: [name: string, swing: Swing, sd: number][] = [
  ['independent, no shocks', 0, 0],
  ['independent', 0, 0.4],
  ['AR 0.5', 0.5, 0.4],
  ['AR 0.7', 0.7, 0.4],
  ['AR 0.85', 0.85, 0.4],
  ['AR 0.85, sd 0.15', 0.85, 0.15],
  ['mean of 7 days', 'week', 0.4],
  ['half AR 0.95, half white', 'half slow', 0.4],
]
const measured = worlds.map(([name, swing, sd]) => ({
  name,
  held: lengths.map((days) => heldOf({ ...usual, swing, sd, days })),
}))
for (const question of ['thesePrompts', 'promptsLikeThese'] as const)
  table(
    `Coverage and median half width of ${question}, 84 days of history, ${times} times each`,
    measured.map(({ name, held }) => ({
      days: name,
      ...Object.fromEntries(
        lengths.map((days, index) => [`${days} days`, shown((held[index] as (typeof held)[0])[question])]),
      ),
    })),
  )

table(
  `The same of thesePrompts at AR 0.85 with less data`,
  [
    ['14 days of history', { history: 14 }],
    ['no history', { history: 0 }],
    ['1 of 30 prompts new', { newPrompts: 1 / 30 }],
    ['half of the prompts new', { newPrompts: 0.5 }],
    ['AR 0.95', { swing: 0.95 }],
  ].map(([name, more]) => ({
    world: name as string,
    ...Object.fromEntries(
      [2, 7, 14, 30, 60, 90].map((days) => {
        const world = { ...usual, swing: 0.85 as Swing, ...(more as Partial<SwingWorld>), days }
        return [`${days} days`, shown(heldOf(world).thesePrompts)]
      }),
    ),
  })),
)

table(
  'Leads of 10 points (40% over 30%), 84 days of history: coverage, median half width, and how often 0 is left out',
  ([0, 0.8] as const).flatMap((swing) => {
    const held = lengths.map((days) => leadHeld({ ...usual, share: 0.4, swing, days }, 0.3, times, random))
    return (['thesePrompts', 'promptsLikeThese'] as const).map((question) => ({
      days: swing === 0 ? 'independent' : `AR ${swing}`,
      question,
      ...Object.fromEntries(
        lengths.map((days, index) => [`${days} days`, withPower((held[index] as (typeof held)[0])[question])]),
      ),
    }))
  }),
)

const sizes: [name: string, topics: number[], speaksOf?: 'these topics'][] = [
  ['3 × 10', Array(3).fill(10)],
  ['3 × 10, of these topics', Array(3).fill(10), 'these topics'],
  ['5 × 5', Array(5).fill(5)],
  ['8 × 5', Array(8).fill(5)],
  ['9 × 10', Array(9).fill(10)],
  ['8 uneven', [16, 8, 5, 4, 3, 2, 1, 1]],
  ['12 × 5', Array(12).fill(5)],
]
const parts = [0, 0.1, 0.3, 0.5, 0.75]
table(
  `Coverage and median half width of promptsLikeThese by topics, shares 10, 30 and 50%, ${times} times each`,
  sizes.map(([name, topics, speaksOf]) => ({
    'topics × prompts': name,
    ...Object.fromEntries(
      parts.map((ofTopics) => {
        const held = shares.map((share) => {
          const world = { topics, share, ofTopics, days: 14, speaksOf }
          return topicsHeld(world, Math.ceil(times / 3), random).promptsLikeThese
        })
        return [`between topics ${ofTopics}`, shown(meanHeld(held))]
      }),
    ),
  })),
)

const others = randomFrom(seed + 1)
table(
  `Coverage and median half width of thesePrompts on independent days with less data, ${times} times each`,
  [84, 14, 0].map((history) => ({
    'days of history': history,
    ...Object.fromEntries(
      [7, 14, 30, 90].map((days) => {
        const held = shares.map((share) =>
          visibilityHeld({ ...usual, history, swing: 0, days, share }, Math.ceil(times / 3), others),
        )
        return [`${days} days`, shown(meanHeld(held.map(({ thesePrompts }) => thesePrompts)))]
      }),
    ),
  })),
)
table(
  `Coverage and median half width of promptsLikeThese with few topics of ten prompts, ${times} times each`,
  [2, 3, 4, 5].flatMap((topics) =>
    (['these topics', undefined] as const).map((speaksOf) => ({
      topics,
      'tested for': speaksOf ?? 'all topics',
      ...Object.fromEntries(
        [0, 0.3, 0.5].map((ofTopics) => {
          const held = shares.map((share) => {
            const world = { topics: Array(topics).fill(10), share, ofTopics, days: 14, speaksOf }
            return topicsHeld(world, Math.ceil(times / 3), others).promptsLikeThese
          })
          return [`between topics ${ofTopics}`, shown(meanHeld(held))]
        }),
      ),
    })),
  ),
)
