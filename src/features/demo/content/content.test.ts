import { describe, expect, it } from 'vitest'
import { type DemoAnswer, demoAnswers } from './answers.ts'
import { demoPrompts } from './prompts.ts'
import { demoBrand, demoCompetitors, demoTags, launchDaysAgo, recallDaysAgo, stories } from './workspace.ts'

const dayMs = 86_400_000
const today = new Date('2025-11-21T22:00:00Z')
const answers = [...demoAnswers(today)]

function daysAgo({ executed_at }: DemoAnswer): number {
  return (Date.parse('2025-11-21') - Date.parse(executed_at.slice(0, 10))) / dayMs
}

function where(test: (answer: DemoAnswer) => boolean): DemoAnswer[] {
  const found = answers.filter(test)
  expect(found.length, 'answers to count in').toBeGreaterThan(100)
  return found
}

/** Percentage of answers whose text holds the name. */
function visibility(name: string, among: readonly DemoAnswer[]): number {
  return (100 * among.filter(({ answer }) => answer.includes(name)).length) / among.length
}

describe('the workspace', () => {
  it('is fictional to the last domain', () => {
    const hosts = demoCompetitors.map(({ primary_url }) => new URL(primary_url).hostname)
    for (const host of [demoBrand.domain, ...hosts]) expect(host).toMatch(/^[a-z.-]+\.example$/)
  })

  it('names everything once', () => {
    const names = [demoBrand, ...demoCompetitors].flatMap(({ name, aliases }) => [name, ...aliases])
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(demoTags.map(({ name }) => name)).size).toBe(demoTags.length)
    expect(new Set(demoPrompts.map(({ text }) => text)).size).toBe(demoPrompts.length)
  })
})

describe('the answers', () => {
  it('are the same for the same day, and a day generated again has the same ids', () => {
    expect([...demoAnswers(today)]).toEqual(answers)
    const ids = new Set(answers.map(({ id }) => id))
    const tomorrow = [...demoAnswers(new Date(today.getTime() + dayMs))]
    const again = tomorrow.filter(({ executed_at }) => Date.parse(executed_at) <= today.getTime())
    expect(again.length).toBeGreaterThan(8000)
    expect(again.every(({ id }) => ids.has(id))).toBe(true)
  })

  it('are fewer, but no others, earlier on the same day', () => {
    const noon = new Date('2025-11-21T12:00:00Z')
    const early = [...demoAnswers(noon)]
    expect(early.length).toBeLessThan(answers.length)
    expect(early).toEqual(answers.slice(0, early.length))
    expect(early.every(({ executed_at }) => Date.parse(executed_at) <= noon.getTime())).toBe(true)
  })

  it('come oldest first, within 90 days', () => {
    const times = answers.map(({ executed_at }) => Date.parse(executed_at))
    expect(times.every((time, at) => at === 0 || time >= (times[at - 1] ?? 0))).toBe(true)
    expect(new Set(answers.map(daysAgo)).size).toBe(90)
    expect(Math.min(...answers.map(daysAgo))).toBe(0)
    expect(Math.max(...answers.map(daysAgo))).toBe(89)
  })

  it('are of the promised number and size, each different', () => {
    expect(answers.length).toBeGreaterThan(8000)
    expect(answers.length).toBeLessThan(12_000)
    const lengths = answers.map(({ answer }) => answer.length)
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(500)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1800)
    expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length)
    expect(new Set(answers.map(({ answer }) => answer)).size).toBe(answers.length)
  })

  it('have the fields of an answers file', () => {
    const engines = new Set(['chatgpt', 'perplexity', 'gemini', 'google-ai-overviews', 'claude'])
    const tagNames = new Set(demoTags.map(({ name }) => name))
    const topicOf = new Map<string, string>()
    for (const answer of answers) {
      expect(engines).toContain(answer.engine)
      expect(['US', 'GB', 'DE', 'FR']).toContain(answer.country)
      expect(answer.executed_at).toBe(new Date(answer.executed_at).toISOString())
      expect(answer.prompt).toBe(answer.prompt.trim())
      expect(answer.topic).toMatch(/^[^/]+( \/ [^/]+)?$/)
      expect(topicOf.get(answer.prompt) ?? answer.topic).toBe(answer.topic)
      topicOf.set(answer.prompt, answer.topic)
      for (const tag of answer.tags) expect(tagNames).toContain(tag)
      for (const { url, title } of answer.citations) {
        expect(new URL(url).hostname).toMatch(/\.example$/)
        expect(title).not.toBe('')
      }
      expect(JSON.stringify(answer)).not.toMatch(/\{\w+\}|undefined|null|NaN/)
    }
    expect(new Set([...topicOf.values()].map((topic) => topic.split(' / ')[0])).size).toBe(5)
  })

  it('hardly ever say the same thing twice', () => {
    const repeating = answers.filter(({ answer }) => {
      const sentences = answer.split(/\n+|(?<=[.!?]) /).filter((text) => text.length > 60)
      return new Set(sentences).size < sentences.length
    })
    expect(repeating.length / answers.length).toBeLessThan(0.01)
  })

  it('cite the way their engine does', () => {
    const of = (engine: string) => where((answer) => answer.engine === engine)
    for (const { citations } of of('chatgpt')) {
      for (const { url } of citations) expect(new URL(url).searchParams.get('utm_source')).toBe('chatgpt.com')
    }
    expect(of('chatgpt').some(({ answer }) => /\]\(https:[^)]+utm_source=chatgpt\.com\)/.test(answer))).toBe(
      true,
    )
    expect(of('chatgpt').some(({ answer }) => /^\[\d+\]: https:/m.test(answer))).toBe(true)
    for (const { answer, citations } of of('perplexity')) {
      for (const [, place] of answer.matchAll(/\[(\d+)\]/g))
        expect(Number(place)).toBeLessThanOrEqual(citations.length)
    }
    expect(of('perplexity').filter(({ answer }) => /\[\d\]/.test(answer)).length).toBeGreaterThan(1500)
    for (const { answer } of of('google-ai-overviews')) expect(answer).not.toMatch(/^#|\]\(|\*\*/m)
  })

  it('are written in the language of their country', () => {
    for (const { country, answer } of answers) {
      const language = /\b(und|ist|eine?[nmr]?)\b/i.test(answer)
        ? 'de'
        : /\b(une|pour|les|des)\b/i.test(answer)
          ? 'fr'
          : 'en'
      expect(language).toBe({ US: 'en', GB: 'en', DE: 'de', FR: 'fr' }[country])
    }
  })
})

describe('the stories', () => {
  const before = (answer: DemoAnswer) => daysAgo(answer) > launchDaysAgo
  const settled = (answer: DemoAnswer) => daysAgo(answer) < launchDaysAgo - 13

  it(stories[0] ?? '', () => {
    const onPerplexity = (answer: DemoAnswer) => answer.engine === 'perplexity'
    const elsewhere = (answer: DemoAnswer) => answer.engine !== 'perplexity'
    const rise = (on: (answer: DemoAnswer) => boolean) =>
      visibility(
        'Calvenzo',
        where((answer) => on(answer) && settled(answer)),
      ) -
      visibility(
        'Calvenzo',
        where((answer) => on(answer) && before(answer)),
      )
    expect(rise(onPerplexity)).toBeGreaterThan(25)
    expect(Math.abs(rise(elsewhere))).toBeLessThan(6)
    expect(visibility('Aurea', where(before))).toBe(0)
    expect(
      visibility(
        'Aurea',
        where((answer) => onPerplexity(answer) && settled(answer)),
      ),
    ).toBeGreaterThan(15)
  })

  it(stories[1] ?? '', () => {
    const trouble = /recall|faulty|unsafe|leaking|complain|weak spot|caution/i
    const troubled = (among: DemoAnswer[]) => {
      const sentences = among.flatMap(({ answer }) => answer.split(/\n|(?<=\.) /))
      const named = sentences.filter((sentence) => sentence.includes('Penhollow'))
      return (100 * named.filter((sentence) => trouble.test(sentence)).length) / named.length
    }
    const english = ({ country }: DemoAnswer) => country === 'US' || country === 'GB'
    const after = (answer: DemoAnswer) => daysAgo(answer) < recallDaysAgo - 4 && english(answer)
    const quiet = where((answer) => daysAgo(answer) > recallDaysAgo && english(answer))
    expect(troubled(where(after))).toBeGreaterThan(troubled(quiet) * 3)
    expect(troubled(where((answer) => after(answer) && answer.engine === 'claude'))).toBeLessThan(
      troubled(where((answer) => after(answer) && answer.engine !== 'claude')) - 10,
    )
    const month = where(
      (answer) => english(answer) && daysAgo(answer) > recallDaysAgo && daysAgo(answer) < 45,
    )
    const change = visibility('Penhollow', where(after)) - visibility('Penhollow', month)
    expect(Math.abs(change)).toBeLessThan(8)
  })

  it(stories[2] ?? '', () => {
    const inFrance = where(({ country }) => country === 'FR')
    const elsewhere = where(({ country }) => country !== 'FR')
    expect(visibility('Calvenzo', inFrance)).toBeLessThan(visibility('Calvenzo', elsewhere) / 2)
    expect(visibility('Vaudrel', inFrance)).toBeGreaterThan(70)
    expect(visibility('Vaudrel', elsewhere)).toBeLessThan(30)
  })

  it(stories[3] ?? '', () => {
    const automatic = where(({ topic }) => topic.startsWith('Fully Automatic Machines'))
    const leader = automatic.filter(({ answer }) => /Dornbr[uü]ck/.test(answer)).length / automatic.length
    expect(100 * leader).toBeGreaterThan(90)
    expect(visibility('Calvenzo', automatic)).toBeLessThan(30)
  })

  it(stories[4] ?? '', () => {
    const thirds = [0, 1, 2].map((third) =>
      visibility(
        'Yuvenka',
        where((answer) => Math.floor((89 - daysAgo(answer)) / 30) === third),
      ),
    )
    const [first = 0, second = 0, last = 0] = thirds
    expect(first).toBeLessThan(10)
    expect(second).toBeGreaterThan(first + 4)
    expect(last).toBeGreaterThan(second + 8)
    const lately = (answer: DemoAnswer) => daysAgo(answer) < 30
    const onClaude = where((answer) => lately(answer) && answer.engine === 'claude')
    expect(visibility('Yuvenka', onClaude)).toBeLessThan(last * 0.75)
  })

  it(stories[5] ?? '', () => {
    const perDay = new Map<number, number>()
    for (const answer of answers) {
      const weekday = new Date(answer.executed_at).getUTCDay()
      perDay.set(weekday, (perDay.get(weekday) ?? 0) + 1)
    }
    const workday = [1, 2, 3, 4, 5].map((day) => perDay.get(day) ?? 0)
    expect(Math.max(perDay.get(0) ?? 0, perDay.get(6) ?? 0)).toBeLessThan(0.7 * Math.min(...workday))
  })

  it(stories[6] ?? '', () => {
    const leads = (name: string, topic: string) => {
      const among = where((answer) => answer.topic.startsWith(topic))
      const others = [
        'Calvenzo',
        'Sartella',
        'Plinth',
        'Penhollow',
        'Vaudrel',
        'Yuvenka',
        'Dosetta',
        'Kvarnholt',
      ]
      const best = Math.max(
        ...others.filter((other) => other !== name).map((other) => visibility(other, among)),
      )
      expect(visibility(name, among)).toBeGreaterThan(best + 10)
    }
    leads('Sartella', 'Espresso Machines / Prosumer')
    leads('Plinth', 'Espresso Machines / Small Kitchens')
    leads('Kvarnholt', 'Grinders')
  })

  it(stories[7] ?? '', () => {
    expect(demoCompetitors.find(({ name }) => name === 'Plinth')?.match_case_sensitive).toBe(true)
    const furniture = where(({ answer }) => answer.includes('plinth'))
    expect(furniture.filter(({ answer }) => !answer.includes('Plinth')).length).toBeGreaterThan(100)
  })
})
