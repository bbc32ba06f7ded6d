import { addressFlag } from './across-pages/address-book.ts'
import { findBrokenFragments } from './broken-fragments.ts'
import { defineChecks } from './define-check.ts'
import { contentOf, servedDocument } from './page-kinds.ts'
import { findPagesLinkingTo } from './site-pages.ts'

const brokenExternal = addressFlag.broken | addressFlag.external
const maxClicks = 4

export const linkChecks = defineChecks('links', [
  {
    id: 'broken-internal-links',
    name: 'Links to pages of the site that do not work',
    issue_type: 'error',
    severity: 'high',
    description:
      'The page links to addresses of the site that answer with an error or not at all. The evidence names them.',
    docs: {
      what: 'A link of the page leads to an address of the same site that fails. Of one page, the first 3,000 addresses are looked at.',
      why: 'Crawlers lose their way, and what should back up a statement is not there.',
      how: 'Correct the links, or redirect the addresses that they lead to.',
      example: '<a href="/downloads.html"> → 404',
    },
    acrossPages: (pages) =>
      findPagesLinkingTo(
        pages,
        'links',
        (flags) => (flags & (addressFlag.broken | addressFlag.external)) === addressFlag.broken,
      ),
  },
  {
    id: 'broken-external-links',
    name: 'Links to other sites that do not work',
    issue_type: 'warning',
    severity: 'medium',
    description:
      'The page links to addresses of other sites that answer with an error or not at all. The evidence names them.',
    docs: {
      what: 'A link of the page leads to another site, and fails there. An audit tries 50,000 images and links, 1,000 of one other host, and says how many it left.',
      why: 'Sources that do not exist any more make a page look out of date, and engines prefer fresh ones.',
      how: 'Link to what has taken its place, or take the link away.',
      example: '<a href="https://partner.example/study-2017.pdf"> → 404',
    },
    acrossPages: (pages) =>
      findPagesLinkingTo(pages, 'links', (flags) => (flags & brokenExternal) === brokenExternal),
  },
  {
    id: 'links-to-redirects',
    name: 'Links to addresses that redirect',
    issue_type: 'warning',
    severity: 'low',
    description: 'The page links to addresses of the site that redirect elsewhere. The evidence names them.',
    docs: {
      what: 'A link of the page leads to an old address of the same site.',
      why: 'Each such link costs crawlers a request more, and the old address stays known longer than it should.',
      how: 'Link to the address where the redirect ends.',
      example: '<a href="/docs"> → 301 → /docs/',
    },
    acrossPages: (pages) =>
      findPagesLinkingTo(
        pages,
        'links',
        (flags) => (flags & (addressFlag.redirects | addressFlag.external)) === addressFlag.redirects,
      ),
  },
  {
    id: 'links-without-text',
    name: 'Links that say nothing',
    issue_type: 'warning',
    severity: 'low',
    description:
      'The page has links without text, image description or label. The evidence names where they lead.',
    docs: {
      what: 'A link holds nothing that can be read, often only an icon.',
      why: 'The words of a link tell engines what the page behind it is about.',
      how: 'Give the link a text, its image an alternative text, or the element an aria-label.',
      example: `<a href="/cart"><i class="icon-cart"></i></a>
<a href="/cart" aria-label="Cart"><i class="icon-cart"></i></a>`,
    },
    ofPage(facts) {
      const links = contentOf(facts)?.links ?? []
      return links.filter(({ withoutText }) => withoutText !== undefined).map(({ url }) => url)
    },
  },
  {
    id: 'links-with-generic-text',
    name: 'Links that say what any link says',
    issue_type: 'opportunity',
    severity: 'low',
    description:
      'The page has links whose whole text is “here”, “read more” or the like. The evidence names where they lead.',
    docs: {
      what: 'The words of a link fit every other link as well, and no label of it says more.',
      why: 'The words of a link tell engines what the page behind it is about. These tell nothing.',
      how: 'Name what is to be read there, or give the link an aria-label that does.',
      example: `To see our prices, click <a href="/prices">here</a>.
See <a href="/prices">our prices</a>.`,
    },
    ofPage(facts) {
      const links = contentOf(facts)?.links ?? []
      return links.filter(({ withGenericText }) => withGenericText !== undefined).map(({ url }) => url)
    },
  },
  {
    id: 'scripted-links',
    name: 'Links that no crawler can follow',
    issue_type: 'warning',
    severity: 'medium',
    description:
      'The page leads on by scripts in the place of links. The evidence names where, or shows the script.',
    docs: {
      what: 'An element goes to an address in its onclick attribute, or a link has a script of javascript: in the place of an address.',
      why: 'Crawlers of AI engines run no scripts and click nothing. What is linked only so, they never find.',
      how: 'Write a link with the address in href. A script may still change what a click does.',
      example: `<span onclick="location.href='/prices'">Prices</span>
<a href="/prices">Prices</a>`,
    },
    ofPage: (facts) => contentOf(facts)?.scriptedLinks,
  },
  {
    id: 'broken-fragments',
    name: 'Links to places that a page does not have',
    issue_type: 'warning',
    severity: 'low',
    description: 'The page links to parts of pages of the site that are not there. The evidence names them.',
    docs: {
      what: 'No element of the page that the link leads to has the name behind the # as its id or name.',
      why: 'Readers, and engines that quote a part of a page with its address, land at the top and find nothing of it.',
      how: 'Correct the name, or give the part the id that is linked to.',
      example: `<a href="/guide#prices"> and <h2 id="pricing">
<a href="/guide#pricing"> and <h2 id="pricing">`,
    },
    acrossPages: findBrokenFragments,
  },
  {
    id: 'malformed-links',
    name: 'Links that are no address',
    issue_type: 'error',
    severity: 'medium',
    description:
      'The page has links whose address cannot be read. The evidence shows them as they are written.',
    docs: {
      what: 'What stands in href cannot be read as an address.',
      why: 'Neither people nor crawlers get anywhere.',
      how: 'Correct the address.',
      example: `<a href="http://:80/">
<a href="https://shop.example/">`,
    },
    ofPage: (facts) => servedDocument(facts)?.malformedLinks,
  },
  {
    id: 'orphan-page',
    name: 'No page links to this one',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The page stands in a sitemap, but no other page of the site links to it.',
    docs: {
      what: 'None of the other pages that were read has a link to it, to an address that redirects to it, or to a copy that names it as canonical.',
      why: 'What a site itself does not link to looks unimportant, and crawlers that do not read sitemaps never find it.',
      how: 'Link to the page from where readers would look for it, or take it out of the sitemap.',
      example: 'A landing page that only adverts lead to',
    },
    acrossPages(pages) {
      const found: number[] = []
      return {
        add(facts, page) {
          if (contentOf(facts) !== undefined) found.push(page)
        },
        *finish() {
          for (const page of found) {
            const isMeant = pages.isListed(page) && !pages.leadsTo(pages.site.home.url, page)
            if (isMeant && !pages.isLinked(page)) yield { page, evidence: [] }
          }
        },
      }
    },
  },
  {
    id: 'deep-page',
    name: 'Page is far from the home page',
    issue_type: 'warning',
    severity: 'low',
    description: 'It takes more than four clicks from the home page to get here.',
    docs: {
      what: 'The shortest way over links has five steps or more.',
      why: 'Crawlers take few steps on a site that they visit seldom, as those of AI engines do. Deep pages are read late or never.',
      how: 'Link to important pages from the home page, from overviews, or from related pages.',
      example: 'Home → Blog → Page 2 → Page 3 → Page 4 → Article',
    },
    ofPage: (facts) => contentOf(facts) !== undefined && (facts.depth ?? 0) > maxClicks,
  },
  {
    id: 'nofollow-internal-links',
    name: 'Links within the site are marked nofollow',
    issue_type: 'opportunity',
    severity: 'low',
    description:
      'The page tells crawlers not to follow some links to pages of the same site. The evidence names them.',
    docs: {
      what: 'A link to the same site has rel="nofollow".',
      why: 'A crawler that heeds it does not get to the page this way, and takes it for less important.',
      how: 'Take nofollow away from links within the site.',
      example: '<a href="/guide" rel="nofollow">',
    },
    ofPage(facts) {
      const links = contentOf(facts)?.links ?? []
      return links.filter(({ isExternal, isNofollow }) => !isExternal && isNofollow).map(({ url }) => url)
    },
  },
  {
    id: 'no-internal-links',
    name: 'Page links to no other page',
    issue_type: 'warning',
    severity: 'low',
    description: 'The page is a dead end: it has no link to another page of the site.',
    docs: {
      what: 'All links of the page lead to itself or to other sites, if there are any.',
      why: 'Crawlers and readers who come here find no way on, and the page stands in no context.',
      how: 'Add the navigation of the site and links to related pages.',
      example: 'A landing page without navigation',
    },
    ofPage(facts) {
      const document = contentOf(facts)
      return (
        document !== undefined &&
        !document.links.some(({ url, isExternal }) => !isExternal && url !== facts.url)
      )
    },
  },
])
