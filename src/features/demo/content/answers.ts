import { createCiter } from './citing.ts'
import { compose } from './compose.ts'
import { german } from './language/de.ts'
import { english } from './language/en.ts'
import { french } from './language/fr.ts'
import type { LanguagePack } from './language/pack.ts'
import { describe, drawNamed } from './picks.ts'
import { type Country, type DemoPrompt, demoPrompts, type Language, languageOf } from './prompts.ts'
import { createRng, hashText, type Rng } from './random.ts'
import { type DemoEngine, demoEngines, type Moment, strengthOf } from './trends.ts'
import { keysOf } from './writing.ts'

/** One line of an answers file. */
export interface DemoAnswer {
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

/** Days that the demonstration covers, today included. */
const demoDays = 90

const dayMs = 86_400_000
const packs: Record<Language, LanguagePack> = { en: english, de: german, fr: french }

/** Share of prompts asked on a day of the week, Sunday first: monitoring runs thinned out at weekends. */
const shareOfWeekday = [0.24, 0.53, 0.55, 0.55, 0.54, 0.5, 0.3]

/** How often an engine gives an answer at all; an AI overview is not shown for every search. */
const answerRate: Record<DemoEngine, number> = {
  chatgpt: 1,
  perplexity: 1,
  gemini: 0.97,
  'google-ai-overviews': 0.78,
  claude: 0.92,
}

const modelOf: Record<DemoEngine, string> = {
  chatgpt: 'gpt-5',
  perplexity: 'sonar',
  gemini: 'gemini-2.5-flash',
  'google-ai-overviews': 'gemini',
  claude: 'claude-sonnet-4-5',
}

/** One question to one engine on one day. Its id is its seed, so that the same run is always answered alike. */
interface Run {
  id: string
  at: number
  prompt: DemoPrompt
  engine: DemoEngine
  country: Country
  rng: Rng
}

function runsOf(day: string, startMs: number): Run[] {
  const share = shareOfWeekday[new Date(startMs).getUTCDay()] ?? 0
  const runs: Run[] = []
  for (const prompt of demoPrompts) {
    for (const country of prompt.countries) {
      for (const engine of demoEngines) {
        const id = `demo-${day}-${prompt.id}-${engine}-${country.toLowerCase()}`
        const rng = createRng(hashText(id))
        if (!rng.chance(share * answerRate[engine])) continue
        const at = startMs + Math.floor((0.5 + rng.next() * 20) * 3600) * 1000
        runs.push({ id, at, prompt, engine, country, rng })
      }
    }
  }
  return runs.sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1))
}

const queryForms: Record<Language, readonly string[]> = {
  en: [
    '{k} review {year}',
    'best {k} {year}',
    '{k} comparison',
    '{k} forum recommendations',
    '{k} pros and cons',
  ],
  de: ['{k} Test {year}', 'beste {k}', '{k} Vergleich', '{k} Erfahrungen Forum'],
  fr: ['{k} test {year}', 'meilleur {k} {year}', '{k} comparatif', '{k} avis forum'],
}

/** What the engine searched for: nothing where it cites nothing. */
function searchQueries({ rng, prompt }: Run, language: Language, year: number, cited: boolean): string[] {
  if (!cited) return []
  return rng
    .sample(queryForms[language], 1 + Math.floor(rng.next() * 3))
    .map((form) => form.replace('{k}', prompt.keywords).replace('{year}', String(year)))
}

function answerOf(run: Run, day: string, daysAgo: number): DemoAnswer {
  const { rng, prompt, engine, country } = run
  const moment: Moment = { area: prompt.area, engine, country, daysAgo }
  const language = languageOf[country]
  const year = new Date(run.at).getUTCFullYear()
  const picks = drawNamed(rng, prompt, moment, day).map((key) => describe(rng, key, moment))
  const paired = prompt.kind === 'list' && prompt.area !== 'grinder'
  const companion =
    paired && rng.chance(1 / (1 + Math.exp(-strengthOf('kvarnholt', moment, day))))
      ? describe(rng, 'kvarnholt', moment)
      : undefined
  const named = keysOf(companion === undefined ? picks : [...picks, companion])
  const citer = createCiter(rng, language, moment, named, year)
  const writing = {
    rng,
    engine,
    words: packs[language],
    area: prompt.area,
    picks,
    companion,
    citer,
    used: new Set<string>(),
  }
  return {
    id: run.id,
    prompt: prompt.text,
    engine,
    executed_at: new Date(run.at).toISOString(),
    answer: compose(writing, prompt.kind),
    country,
    topic: prompt.topic,
    tags: [...prompt.tags],
    model: modelOf[engine],
    citations: citer.citations,
    search_queries: searchQueries(run, language, year, citer.citations.length > 0),
  }
}

/**
 * The answers of the last 90 UTC days up to `today`, oldest first, about 10,000 of them, in the format of an answers
 * file. The same `today` gives the same answers; an id depends on day, prompt, engine and country alone, so that
 * generating a day again gives duplicates. Nothing lies after `today`. What there is to find: see `stories`.
 */
export function* demoAnswers(today: Date): Generator<DemoAnswer> {
  const todayMs = Math.floor(today.getTime() / dayMs) * dayMs
  for (let daysAgo = demoDays - 1; daysAgo >= 0; daysAgo--) {
    const startMs = todayMs - daysAgo * dayMs
    const day = new Date(startMs).toISOString().slice(0, 10)
    for (const run of runsOf(day, startMs)) {
      if (run.at > today.getTime()) break
      yield answerOf(run, day, daysAgo)
    }
  }
}
