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
      what: 'Without navigation, header and footer, hardly any text is left.',
      why: 'There is nothing to quote. Engines choose pages that answer a question in full.',
      how: 'Say what visitors come for, merge the page with a related one, or keep it out of indexes.',
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
      'Other pages of the site have the same main text, or nearly. The evidence names some of them.',
    docs: {
      what: 'The texts differ in few words, and neither page names the other as canonical.',
      why: 'Engines show one of several equal pages, chosen by themselves, and may cite the one that you would not.',
      how: 'Redirect copies, name one of them as canonical, or write texts that differ.',
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
    name: 'Page holds text that readers cannot see',
    issue_type: 'warning',
    severity: 'medium',
    description:
      'Text of the page has a style that keeps it from being seen for good. The evidence leads to its beginning.',
    docs: {
      what: 'An element with 20 words or more has no size, lies far outside of the page, or is written in the colour of its background, by its own style attribute.',
      why: 'Engines take it for an attempt to tell them something else than readers, and trust the page less. Assistants look for such text as a way to slip orders to them.',
      how: 'Show the text, or take it away.',
      example: '<p style="font-size: 0">The best bags of all, say all who know bags …</p>',
    },
    ofPage(facts) {
      const texts = contentOf(facts)?.hiddenTexts ?? []
      return texts.map((text) => `${facts.url}#:~:text=${encodeURIComponent(text)}`)
    },
  },
  {
    id: 'javascript-only',
    name: 'Content is there only after a script has run',
    issue_type: 'critical',
    severity: 'high',
    description: 'As it is served, the page has next to no text; a script would have to bring it.',
    docs: {
      what: 'The page holds an empty element that a script fills, or tells readers to switch JavaScript on.',
      why: 'Most crawlers of AI engines run no scripts. To them the page is empty, whatever people see.',
      how: 'Render the page on the server, or ahead of time. All common frameworks can do it.',
      example: '<div id="root"></div><script src="/app.js"></script>',
    },
    ofPage: (facts) => contentOf(facts)?.needsJavaScript,
  },
  {
    id: 'encoding-broken',
    name: 'Characters of the page are broken',
    issue_type: 'error',
    severity: 'medium',
    description: 'The page holds bytes that mean nothing in the encoding that it declares.',
    docs: {
      what: 'The page says that it is UTF-8 or the like, and some of it is not.',
      why: 'Names and words with special letters are unreadable to engines, and are quoted wrongly.',
      how: 'Store and serve all parts of the page in UTF-8.',
      example: 'MÃ¼nchen, or M�nchen',
    },
    ofPage: (facts) => contentOf(facts)?.encoding.isBroken,
  },
  {
    id: 'encoding-undeclared',
    name: 'Page does not declare its encoding',
    issue_type: 'warning',
    severity: 'low',
    description: 'Neither the Content-Type header nor the page says how its characters are encoded.',
    docs: {
      what: 'There is no charset in the header and none in the first 1024 bytes of the page.',
      why: 'Readers guess, and guess wrong at times. Special letters then come out broken.',
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
      what: 'The header wins in browsers, and not in every crawler.',
      why: 'One of both is wrong, and some engines will read broken letters.',
      how: 'Declare UTF-8 in both places, or in one only.',
      example: 'Content-Type: text/html; charset=iso-8859-1 and <meta charset="utf-8">',
    },
    ofPage(facts) {
      const document = contentOf(facts)
      return document !== undefined && document.encoding.contradictedBy !== null
    },
  },
])
