import { html, words } from '../../checks/testing/site.ts'
import type { PlantedPage, PlantedSite } from './site.ts'

const description = (text: string): PlantedPage => ({
  without: 'description',
  head: `<meta name="description" content="${text}">`,
})
const data = (json: string) => `<script type="application/ld+json">${json}</script>`
const bag = '"image": "/team.png", "description": "A bag", "brand": "Shop"'
const latin1 = { 'content-type': 'text/html; charset=iso-8859-1' }

/** A page without faults, with a part of its HTML replaced. */
export const changed = (url: string, part: string | RegExp, by: string) =>
  html({ url, base: 'https://shop.example/' }).replace(part, by)

/** Plants faults of titles, descriptions, headings, structured data, texts and encodings. */
export function plantTexts({ plant }: PlantedSite): string[] {
  const slogan = 'The slogan of the shop, which stands on every page of it'
  const copy = `<main><h1>Same text</h1><p>${words(9, 400)}</p></main>`
  return [
    plant('/untitled', { without: 'title' }, 'title-missing'),
    plant(
      '/title-long',
      { title: 'A title that is much longer than the sixty characters shown' + ' by it' },
      'title-too-long',
    ),
    plant('/title-short', { title: 'Blog' }, 'title-too-short'),
    plant('/titles', { head: '<title>Another title here</title>' }, 'title-several'),
    plant('/title-same-1', { title: 'Products of the shop' }, 'title-duplicate'),
    plant('/title-same-2', { title: 'Products of the shop' }, 'title-duplicate'),
    plant('/undescribed', { without: 'description' }, 'meta-description-missing'),
    plant('/description-long', description('x'.repeat(161)), 'meta-description-too-long'),
    plant('/description-short', description('x'.repeat(49)), 'meta-description-too-short'),
    plant('/descriptions', { head: '<meta name="description" content="another">' }, 'meta-description-several'),
    plant('/description-same-1', description(slogan), 'meta-description-duplicate'),
    plant('/description-same-2', description(slogan), 'meta-description-duplicate'),
    plant('/heading-none', { without: 'h1' }, 'h1-missing'),
    plant('/headings', { text: '<h1>Another</h1>' }, 'h1-several'),
    plant('/heading-empty', { text: '<h2>&nbsp;</h2>' }, 'heading-empty'),
    plant('/heading-jump', { text: '<h2>One</h2><h4>Two</h4>' }, 'heading-levels-skipped'),
    plant('/long', { text: words(3, 600) }, 'long-text-without-subheadings'),
    plant('/data-none', { without: 'data' }, 'structured-data-missing'),
    plant('/data-broken', { head: data('{"name": "The "best" bag"}') }, 'structured-data-invalid'),
    plant(
      '/data-lacking',
      { head: data(`{"@context": "https://schema.org", "@type": "Product", "name": "Bag", ${bag}}`) },
      'structured-data-incomplete',
    ),
    plant(
      '/data-sparse',
      { head: data('{"@context": "https://schema.org", "@type": "Article", "headline": "x"}') },
      'structured-data-sparse',
    ),
    plant(
      '/data-wrong',
      {
        head: data(`{"@context": "https://schema.org", "@type": "Product", "name": "Bag", ${bag},
          "offers": {"@type": "Offer", "price": "49,00 €", "priceCurrency": "EUR"}}`),
      },
      'structured-data-invalid-values',
    ),
    plant(
      '/data-misspelled',
      { head: data('{"@context": "https://schema.org", "@type": "WebPage", "nmae": "x"}') },
      'structured-data-unknown-words',
    ),
    plant('/data-bare', { head: data('{"@type": "Thing"}') }, 'structured-data-without-context'),
    plant('/copy-1', { body: changed('/copy-1', /<main>.*<\/main>/s, copy) }, 'duplicate-content'),
    plant('/copy-2', { body: changed('/copy-2', /<main>.*<\/main>/s, copy) }, 'duplicate-content'),
    plant('/concealed', { text: `<p style="font-size:0px">Best ${words(20, 30)}</p>` }, 'hidden-text'),
    plant('/late-answer', { text: `<h2>How long does it take?</h2><p>${words(5, 130)}</p>` }, 'answer-late'),
    plant('/byline', { text: '<p>By Ada Lovelace</p>' }, 'byline-without-markup'),
    plant('/mojibake', { text: '<p>Die MÃ¼nchner StraÃŸen fÃ¼hren in die Altstadt.</p>' }, 'encoding-broken'),
    plant('/charset-two', { headers: latin1 }, 'encoding-contradiction'),
  ]
}
