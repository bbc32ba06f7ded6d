import { type EntityKey, entities, entityKeys } from './catalogue.ts'
import { type Page, pagesOf } from './pages.ts'
import type { Language } from './prompts.ts'
import { createRng, hashText, type Rng } from './random.ts'

/** A text of a cited page, as import-page-scans takes it. */
export interface DemoScan {
  url: string
  title: string
  authors: string[]
  dated_at: string
  language: Language
  content: string
}

const writers: Record<Language, readonly string[]> = {
  en: ['Maren Holloway', 'Tobias Finch', 'Priya Lindqvist', 'Owen Castellan'],
  de: ['Anke Birkhoff', 'Jörg Salzmann', 'Lene Wiesenthal'],
  fr: ['Clémence Aubrac', 'Rémi Vauclair', 'Solène Darcourt'],
}

const sentences: Record<Language, { before: string; about: readonly string[]; after: string }> = {
  en: {
    before:
      'We had these machines on our counter for several weeks and pulled more shots than is good for anybody.',
    about: [
      '{name} makes the most even espresso of the field.',
      '{name} is the one that we would buy again.',
      'With {name} the milk turns out well, and cleaning takes its time.',
    ],
    after: 'All of them were bought in shops, and none was lent to us.',
  },
  de: {
    before:
      'Die Geräte standen mehrere Wochen bei uns, und wir haben mehr Espresso bezogen, als gut für uns war.',
    about: [
      '{name} liefert den gleichmäßigsten Espresso im Feld.',
      '{name} würden wir wieder kaufen.',
      'Bei {name} gelingt der Milchschaum, die Reinigung dauert.',
    ],
    after: 'Alle Geräte haben wir im Handel gekauft, keines war geliehen.',
  },
  fr: {
    before:
      'Ces machines ont passé plusieurs semaines chez nous, et nous avons tiré plus de cafés que de raison.',
    about: [
      '{name} donne l’espresso le plus régulier du lot.',
      '{name}, c’est celle que nous rachèterions.',
      'Avec {name} le lait mousse bien, le nettoyage prend du temps.',
    ],
    after: 'Toutes ont été achetées en magasin, aucune ne nous a été prêtée.',
  },
}

/** The brand’s own key, and the share of pages about nobody in particular that name it. */
const brand: EntityKey = 'calvenzo'
const namesBrand = 0.45
/** Of the pages, so many cannot be read: what they say is not known. */
const unread = 0.1

const dayMs = 86_400_000

/** Texts of most pages that the answers cite; the same for the same day. */
export function demoScans(today: Date): DemoScan[] {
  return Object.values(pagesOf).flatMap((pages) =>
    pages.flatMap((page) => {
      const rng = createRng(hashText(page.url))
      return rng.chance(unread) ? [] : [scanOf(page, rng, today)]
    }),
  )
}

function scanOf(page: Page, rng: Rng, today: Date): DemoScan {
  const { before, about, after } = sentences[page.language]
  const others = entityKeys.filter((key) => key !== brand && !page.about.includes(key))
  const isNews = page.about.length > 0
  const named = [...page.about, ...rng.sample(others, isNews ? rng.pick([0, 1]) : rng.pick([2, 3, 4, 5]))]
  if (!isNews && rng.chance(namesBrand)) named.push(brand)
  const spoken = named.map((key) => rng.pick(about).replace('{name}', entities[key].name))
  const ageDays = Math.min(page.since, rng.chance(0.25) ? 500 : 120)
  return {
    url: page.url,
    title: page.title.replace('{year}', String(today.getUTCFullYear())),
    authors: rng.sample(writers[page.language], rng.pick([0, 1, 1, 2])),
    dated_at: new Date(today.getTime() - ageDays * dayMs).toISOString(),
    language: page.language,
    content: [before, ...spoken, after].join('\n'),
  }
}
