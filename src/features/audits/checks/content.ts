import { createNearDuplicates } from './across-pages/near-duplicates.ts'
import { defineChecks } from './define-check.ts'
import { groupFindings } from './exact-duplicates.ts'
import { contentOf } from './page-kinds.ts'

const minWords = 100

export const contentChecks = defineChecks('content', [
  {
    id: 'thin-content',
    name: 'Page has little text',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The main text of the page has fewer than 100 words.',
    docs: {
      what: 'Without navigation, header and footer, the page has hardly any text.',
      why: 'There is nothing to quote. Engines prefer pages that answer a question in full.',
      how: 'Add what visitors look for, merge the page with a related one, or mark it noindex.',
      example: 'A category page with four pictures and no sentence',
    },
    ofPage(facts) {
      const document = contentOf(facts)
      return document !== undefined && !document.needsJavaScript && document.words < minWords
    },
  },
  {
    id: 'duplicate-content',
    name: 'Other pages have the same text',
    issue_type: 'error',
    severity: 'medium',
    description:
      'Other pages of the site have the same or nearly the same main text. The evidence lists some.',
    docs: {
      what: 'The texts differ in only a few words, and neither page names the other as canonical.',
      why: 'Engines choose one of several duplicate pages and may cite the wrong one.',
      how: 'Redirect copies, set a canonical URL, or write distinct texts.',
      example: '/bags?sort=price and /bags?sort=name',
    },
    acrossPages(pages) {
      const fingerprints = new Map<number, string>()
      return {
        add(facts, page) {
          const fingerprint = contentOf(facts)?.fingerprint ?? null
          if (fingerprint !== null) fingerprints.set(page, fingerprint)
        },
        *finish() {
          const duplicates = createNearDuplicates()
          for (const [page, fingerprint] of fingerprints)
            if (!pages.isCopy(page)) duplicates.add(fingerprint, page)
          for (const group of duplicates.groups()) yield* groupFindings(pages, group)
        },
      }
    },
  },
  {
    id: 'hidden-text',
    name: 'Page has hidden text',
    issue_type: 'warning',
    severity: 'medium',
    description: 'A style permanently hides some text of the page. The evidence links to its beginning.',
    docs: {
      what: 'An inline style gives an element with 20 or more words no size, places it far outside the page, or matches its color to the background.',
      why: 'Engines treat hidden text as an attempt to deceive them and trust the page less. Assistants treat it as possible prompt injection.',
      how: 'Show the text or remove it.',
      example: '<p style="font-size: 0">The best bags of all, say all who know bags …</p>',
    },
    ofPage(facts) {
      const texts = contentOf(facts)?.hiddenTexts ?? []
      return texts.map((text) => `${facts.url}#:~:text=${encodeURIComponent(text)}`)
    },
  },
  {
    id: 'javascript-only',
    name: 'Content needs JavaScript',
    issue_type: 'critical',
    severity: 'high',
    description: 'The HTML that the server sends has almost no text; a script loads it.',
    docs: {
      what: 'The page has an empty element that a script fills, or asks readers to enable JavaScript.',
      why: 'Most AI crawlers do not run scripts. They see an empty page.',
      how: 'Render the page on the server or at build time. All common frameworks support this.',
      example: '<div id="root"></div><script src="/app.js"></script>',
    },
    ofPage: (facts) => contentOf(facts)?.needsJavaScript,
  },
  {
    id: 'encoding-broken',
    name: 'Page has broken characters',
    issue_type: 'error',
    severity: 'medium',
    description: 'The page contains bytes that are invalid in its declared encoding.',
    docs: {
      what: 'The page declares UTF-8 or another encoding, but parts of it are encoded differently.',
      why: 'Engines cannot read names and words with special characters, and quote them incorrectly.',
      how: 'Store and serve all parts of the page as UTF-8.',
      example: 'MÃ¼nchen, or M�nchen',
    },
    ofPage: (facts) => contentOf(facts)?.encoding.isBroken,
  },
  {
    id: 'encoding-undeclared',
    name: 'Page does not declare its encoding',
    issue_type: 'warning',
    severity: 'low',
    description: 'Neither the Content-Type header nor the page declares a character encoding.',
    docs: {
      what: 'There is no charset in the header or in the first 1024 bytes of the page.',
      why: 'Clients guess the encoding, sometimes wrongly. Special characters then break.',
      how: 'Declare UTF-8 in the header, in the page, or in both.',
      example: '<meta charset="utf-8">',
    },
    ofPage: (facts) => contentOf(facts)?.encoding.source === 'guess',
  },
  {
    id: 'encoding-contradiction',
    name: 'Header and page declare different encodings',
    issue_type: 'warning',
    severity: 'low',
    description: 'The Content-Type header names one encoding, the page another.',
    docs: {
      what: 'Browsers use the header, but not all crawlers do.',
      why: 'One of them is wrong, so some engines read broken characters.',
      how: 'Declare UTF-8 in both places, or in only one.',
      example: 'Content-Type: text/html; charset=iso-8859-1 and <meta charset="utf-8">',
    },
    ofPage(facts) {
      const document = contentOf(facts)
      return document !== undefined && document.encoding.contradictedBy !== null
    },
  },
])
