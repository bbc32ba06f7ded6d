import { describe, expect, it } from 'vitest'
import content from './data/brand.json' with { type: 'json' }
import { demoAnswers, demoLog, demoPageScans } from './shifted-data.ts'

/** One line of an answers file. */
interface DemoAnswer {
  id: string
  prompt: string
  engine: string
  executed_at: string
  answer: string
  country: string
  topic: string
  tags: string[]
  model: string
  citations: { url: string; title: string }[]
  search_queries: string[]
}

const dayMs = 86_400_000
/** The day on which the data was made; ages are exact relative to it. */
const today = new Date('2025-11-21T22:00:00Z')
const readAnswers = (now: Date, since?: Date): DemoAnswer[] => demoAnswers(now, since).map((line) => JSON.parse(line))
const answers = readAnswers(today)

/** Days before `today` on which the brand launched its new machine and a competitor announced a recall. */
const launchDaysAgo = 35
const recallDaysAgo = 20

function daysAgo({ executed_at }: DemoAnswer): number {
  return (Date.parse('2025-11-21') - Date.parse(executed_at.slice(0, 10))) / dayMs
}

function where(test: (answer: DemoAnswer) => boolean): DemoAnswer[] {
  const found = answers.filter(test)
  expect(found.length, 'answers to count in').toBeGreaterThan(100)
  return found
}

const timeOf = (line: string) => {
  const [, day, month, year, time] = /\[(\d+)\/(\w+)\/(\d+):(\S+) \+0000\]/.exec(line) as RegExpExecArray
  return Date.parse(`${day} ${month} ${year} ${time} GMT`)
}

/** Percentage of answers whose text contains the name. */
function visibility(name: string, among: readonly DemoAnswer[]): number {
  return (100 * among.filter(({ answer }) => answer.includes(name)).length) / among.length
}

describe('the workspace', () => {
  it('has only fictional domains', () => {
    const hosts = content.competitors.map(({ primary_url }) => new URL(primary_url).hostname)
    for (const host of [content.brand.domain, ...hosts]) expect(host).toMatch(/^[a-z.-]+\.example$/)
  })

  it('has no duplicate names', () => {
    const names = [content.brand, ...content.competitors].flatMap(({ name, aliases }) => [name, ...aliases])
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(content.tags.map(({ name }) => name)).size).toBe(content.tags.length)
    const prompts = content.categories.flatMap((category) => category.prompts)
    expect(new Set(prompts).size).toBe(prompts.length)
    expect(new Set(answers.map(({ prompt }) => prompt))).toEqual(new Set(prompts))
  })
})

describe('the answers', () => {
  it('are the same for the same day, including their ids', () => {
    expect(readAnswers(today)).toEqual(answers)
    const ids = new Set(answers.map(({ id }) => id))
    const tomorrow = readAnswers(new Date(today.getTime() + dayMs))
    const again = tomorrow.filter(({ executed_at }) => Date.parse(executed_at) <= today.getTime())
    expect(again.length).toBeGreaterThan(8000)
    expect(again.every(({ id }) => ids.has(id))).toBe(true)
  })

  it('are a subset earlier on the same day', () => {
    const noon = new Date('2025-11-21T12:00:00Z')
    const early = readAnswers(noon)
    expect(early.length).toBeLessThan(answers.length)
    expect(early).toEqual(answers.slice(0, early.length))
    expect(early.every(({ executed_at }) => Date.parse(executed_at) <= noon.getTime())).toBe(true)
  })

  it('are sorted oldest first, within 90 days', () => {
    const times = answers.map(({ executed_at }) => Date.parse(executed_at))
    expect(times.every((time, at) => at === 0 || time >= (times[at - 1] ?? 0))).toBe(true)
    expect(new Set(answers.map(daysAgo)).size).toBe(90)
    expect(Math.min(...answers.map(daysAgo))).toBe(0)
    expect(Math.max(...answers.map(daysAgo))).toBe(89)
  })

  it('have the promised number and size, each different', () => {
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
    const tagNames = new Set(content.tags.map(({ name }) => name))
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

  it('rarely repeat a text', () => {
    const repeating = answers.filter(({ answer }) => {
      const sentences = answer.split(/\n+|(?<=[.!?]) /).filter((text) => text.length > 60)
      return new Set(sentences).size < sentences.length
    })
    expect(repeating.length / answers.length).toBeLessThan(0.01)
  })

  it('cite sources the way their engine does', () => {
    const of = (engine: string) => where((answer) => answer.engine === engine)
    for (const { citations } of of('chatgpt')) {
      for (const { url } of citations) expect(new URL(url).searchParams.get('utm_source')).toBe('chatgpt.com')
    }
    expect(of('chatgpt').some(({ answer }) => /\]\(https:[^)]+utm_source=chatgpt\.com\)/.test(answer))).toBe(true)
    expect(of('chatgpt').some(({ answer }) => /^\[\d+\]: https:/m.test(answer))).toBe(true)
    for (const { answer, citations } of of('perplexity')) {
      for (const [, place] of answer.matchAll(/\[(\d+)\]/g)) expect(Number(place)).toBeLessThanOrEqual(citations.length)
    }
    expect(of('perplexity').filter(({ answer }) => /\[\d\]/.test(answer)).length).toBeGreaterThan(1500)
    for (const { answer } of of('google-ai-overviews')) expect(answer).not.toMatch(/^#|\]\(|\*\*/m)
  })

  it('are in the language of their country', () => {
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

  it('Launch: Calvenzo launched the Aurea 35 days ago; its visibility on Perplexity roughly doubles within two weeks, while other engines hardly move', () => {
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

  it('Recall: Penhollow & Drake recalled machines 20 days ago; it is named about as often as before, but its sentiment falls sharply, least of all on Claude', () => {
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
    const month = where((answer) => english(answer) && daysAgo(answer) > recallDaysAgo && daysAgo(answer) < 45)
    const change = visibility('Penhollow', where(after)) - visibility('Penhollow', month)
    expect(Math.abs(change)).toBeLessThan(8)
  })

  it('Weak market: in France Calvenzo is named in far fewer answers than elsewhere, and Maison Vaudrel leads there', () => {
    const inFrance = where(({ country }) => country === 'FR')
    const elsewhere = where(({ country }) => country !== 'FR')
    expect(visibility('Calvenzo', inFrance)).toBeLessThan(visibility('Calvenzo', elsewhere) / 2)
    expect(visibility('Vaudrel', inFrance)).toBeGreaterThan(70)
    expect(visibility('Vaudrel', elsewhere)).toBeLessThan(30)
  })

  it('Lost topic: Dornbrück leads "Fully Automatic Machines" by far; Calvenzo is a side note in it', () => {
    const automatic = where(({ topic }) => topic.startsWith('Fully Automatic Machines'))
    const leader = automatic.filter(({ answer }) => /Dornbr[uü]ck/.test(answer)).length / automatic.length
    expect(100 * leader).toBeGreaterThan(90)
    expect(visibility('Calvenzo', automatic)).toBeLessThan(30)
  })

  it('Newcomer: Yuvenka rises steadily, from almost nothing 90 days ago to the level of established brands, slowest on Claude', () => {
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
    const isRecent = (answer: DemoAnswer) => daysAgo(answer) < 30
    const onClaude = where((answer) => isRecent(answer) && answer.engine === 'claude')
    expect(visibility('Yuvenka', onClaude)).toBeLessThan(last * 0.75)
  })

  it('Rhythm: far fewer answers on Saturdays and Sundays than on working days', () => {
    const perDay = new Map<number, number>()
    for (const answer of answers) {
      const weekday = new Date(answer.executed_at).getUTCDay()
      perDay.set(weekday, (perDay.get(weekday) ?? 0) + 1)
    }
    const workday = [1, 2, 3, 4, 5].map((day) => perDay.get(day) ?? 0)
    expect(Math.max(perDay.get(0) ?? 0, perDay.get(6) ?? 0)).toBeLessThan(0.7 * Math.min(...workday))
  })

  it('Strongholds: Officine Sartella leads the prosumer prompts, Plinth those about small kitchens, Kvarnholt (a partner) those about grinders', () => {
    const leads = (name: string, topic: string) => {
      const among = where((answer) => answer.topic.startsWith(topic))
      const others = ['Calvenzo', 'Sartella', 'Plinth', 'Penhollow', 'Vaudrel', 'Yuvenka', 'Dosetta', 'Kvarnholt']
      const best = Math.max(...others.filter((other) => other !== name).map((other) => visibility(other, among)))
      expect(visibility(name, among)).toBeGreaterThan(best + 10)
    }
    leads('Sartella', 'Espresso Machines / Prosumer')
    leads('Plinth', 'Espresso Machines / Small Kitchens')
    leads('Kvarnholt', 'Grinders')
  })

  it('A common word: "plinth" in lower case is furniture, which is why the competitor Plinth is matched with its case', () => {
    expect(content.competitors.find(({ name }) => name === 'Plinth')?.match_case_sensitive).toBe(true)
    const furniture = where(({ answer }) => answer.includes('plinth'))
    expect(furniture.filter(({ answer }) => !answer.includes('Plinth')).length).toBeGreaterThan(100)
  })
})

describe('the access log', () => {
  const log = demoLog(today)

  it('repeats the same lines for the same day, and omits earlier days', () => {
    const later = demoLog(new Date(today.getTime() + dayMs))
    const kept = log.filter((line) => timeOf(line) >= Date.parse('2025-09-24'))
    expect(kept.length).toBeLessThan(log.length)
    expect(later.slice(0, kept.length)).toEqual(kept)
    expect(later.length - kept.length).toBeGreaterThan(30)
  })

  it('lines are in order, none later than now, on each of 60 days', () => {
    const times = log.map(timeOf)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(today.getTime())
    expect(new Set(times.map((time) => Math.floor(time / dayMs))).size).toBe(60)
    const early = demoLog(new Date('2025-11-21T12:00:00Z'))
    expect(early).toEqual(log.slice(0, early.length))
    expect(early.length).toBeLessThan(log.length)
  })

  it('contains no visits to other sites', () => {
    expect(log.filter((line) => !line.startsWith('www.calvenzo.example:443 '))).toEqual([])
  })
})

describe('on another day', () => {
  // A week that spans the end of a year.
  const days = Array.from({ length: 7 }, (_, day) => new Date(Date.parse('2026-12-27T22:00:00Z') + day * dayMs))

  it.each(days)('the data ends on %s, and weekends stay weekends', (now) => {
    const daysOf = (times: string[]) => [...new Set(times.map((time) => time.slice(0, 10)))]
    const day = (before: number) => new Date(now.getTime() - before * dayMs).toISOString().slice(0, 10)
    const moved = readAnswers(now)
    const answered = daysOf(moved.map(({ executed_at }) => executed_at))
    expect([answered.length, answered[0], answered.at(-1)]).toEqual([90, day(89), day(0)])
    for (const { id, executed_at } of moved) expect(id.slice(5, 15)).toBe(executed_at.slice(0, 10))
    const atWeekends = moved.filter(({ executed_at }) => [0, 6].includes(new Date(executed_at).getUTCDay()))
    expect(atWeekends.length / moved.length).toBeLessThan(0.2)
    const visited = daysOf(demoLog(now).map((line) => new Date(timeOf(line)).toISOString()))
    expect([visited.length, visited[0], visited.at(-1)]).toEqual([60, day(59), day(0)])
  })

  it('titles and searches name the year of their answer', () => {
    const now = new Date('2027-01-02T22:00:00Z')
    for (const { executed_at, citations, search_queries } of readAnswers(now)) {
      const texts = [...citations.map(({ title }) => title), ...search_queries].join(' ')
      for (const year of texts.match(/\b20\d\d\b/g) ?? []) expect(year).toBe(executed_at.slice(0, 4))
    }
    const scans = demoPageScans(now)
    expect(scans.length).toBeGreaterThan(100)
    expect(scans.filter((line) => line.includes('{year}'))).toEqual([])
    expect(scans.some((line) => JSON.parse(line).title.includes('2027'))).toBe(true)
    for (const line of scans) expect(Date.parse(JSON.parse(line).dated_at)).toBeLessThan(now.getTime())
  })

  it('returns only answers and visits after a given moment', () => {
    const since = new Date('2025-11-20T10:00:00Z')
    const times = readAnswers(today, since).map(({ executed_at }) => executed_at)
    expect(times).toEqual(answers.map(({ executed_at }) => executed_at).filter((time) => time >= since.toISOString()))
    const log = demoLog(today).filter((line) => timeOf(line) >= since.getTime())
    expect(demoLog(today, since)).toEqual(log)
  })
})
