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
    name: 'Broken internal links',
    issue_type: 'error',
    severity: 'high',
    description:
      'The page links to URLs of the site that return an error or do not respond. The evidence lists them.',
    docs: {
      what: 'A link leads to a URL of the same site that fails. The audit checks the first 3,000 URLs of a page.',
      why: 'Crawlers reach dead ends, and supporting sources are missing.',
      how: 'Fix the links, or redirect their target URLs.',
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
    name: 'Broken external links',
    issue_type: 'warning',
    severity: 'medium',
    description:
      'The page links to URLs of other sites that return an error or do not respond. The evidence lists them.',
    docs: {
      what: 'A link to another site fails. An audit checks up to 50,000 images and links, 1,000 per external host, and reports the rest.',
      why: 'Missing sources make a page look outdated, and engines prefer fresh ones.',
      how: 'Link to a replacement, or remove the link.',
      example: '<a href="https://partner.example/study-2017.pdf"> → 404',
    },
    acrossPages: (pages) =>
      findPagesLinkingTo(pages, 'links', (flags) => (flags & brokenExternal) === brokenExternal),
  },
  {
    id: 'links-to-redirects',
    name: 'Links to redirects',
    issue_type: 'warning',
    severity: 'low',
    description: 'The page links to URLs of the site that redirect elsewhere. The evidence lists them.',
    docs: {
      what: 'A link leads to an old URL of the same site.',
      why: 'Each such link costs crawlers an extra request and keeps the old URL in use.',
      how: 'Link to the final URL of the redirect.',
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
    name: 'Links without text',
    issue_type: 'warning',
    severity: 'low',
    description:
      'The page has links without text, image description or label. The evidence lists their targets.',
    docs: {
      what: 'A link has no readable content, often only an icon.',
      why: 'The text of a link tells engines what its target is about.',
      how: 'Add text, alt text for its image, or an aria-label.',
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
    name: 'Links with generic text',
    issue_type: 'opportunity',
    severity: 'low',
    description:
      'The page has links whose whole text is “here”, “read more” or similar. The evidence lists their targets.',
    docs: {
      what: 'The text would fit any link, and the link has no more specific label.',
      why: 'The text of a link tells engines what its target is about. Generic text does not.',
      how: 'Name the target, or add an aria-label that does.',
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
    name: 'Links that crawlers cannot follow',
    issue_type: 'warning',
    severity: 'medium',
    description:
      'The page uses scripts instead of links. The evidence lists the targets or shows the script.',
    docs: {
      what: 'An element navigates in its onclick attribute, or a link has a javascript: URL.',
      why: 'AI crawlers do not run scripts or click. They never find pages linked only this way.',
      how: 'Use a link with the URL in href. A script can still change what a click does.',
      example: `<span onclick="location.href='/prices'">Prices</span>
<a href="/prices">Prices</a>`,
    },
    ofPage: (facts) => contentOf(facts)?.scriptedLinks,
  },
  {
    id: 'broken-fragments',
    name: 'Broken anchor links',
    issue_type: 'warning',
    severity: 'low',
    description: 'The page links to anchors that do not exist on pages of the site. The evidence lists them.',
    docs: {
      what: 'No element of the target page has the text after # as its id or name.',
      why: 'Readers, and engines that cite a section, land at the top of the page.',
      how: 'Fix the anchor, or add the id to the section.',
      example: `<a href="/guide#prices"> and <h2 id="pricing">
<a href="/guide#pricing"> and <h2 id="pricing">`,
    },
    acrossPages: findBrokenFragments,
  },
  {
    id: 'malformed-links',
    name: 'Malformed links',
    issue_type: 'error',
    severity: 'medium',
    description: 'The page has links whose URL is invalid. The evidence shows them as written.',
    docs: {
      what: 'The value of href is not a valid URL.',
      why: 'Neither people nor crawlers can follow them.',
      how: 'Fix the URL in href.',
      example: `<a href="http://:80/">
<a href="https://shop.example/">`,
    },
    ofPage: (facts) => servedDocument(facts)?.malformedLinks,
  },
  {
    id: 'orphan-page',
    name: 'Orphan page',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The page is in a sitemap, but no other page of the site links to it.',
    docs: {
      what: 'No other page that the audit read links to it, to a URL that redirects to it, or to a copy that names it as canonical.',
      why: 'Engines rate pages without internal links as unimportant, and crawlers that ignore sitemaps never find them.',
      how: 'Link to the page where readers would look for it, or remove it from the sitemap.',
      example: 'A landing page that only ads link to',
    },
    acrossPages(pages) {
      const found: number[] = []
      return {
        add(facts, page) {
          if (contentOf(facts) !== undefined) found.push(page)
        },
        *finish() {
          for (const page of found) {
            const isCandidate = pages.isListed(page) && !pages.leadsTo(pages.site.home.url, page)
            if (isCandidate && !pages.isLinked(page)) yield { page, evidence: [] }
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
    description: 'The page is more than four clicks away from the home page.',
    docs: {
      what: 'The shortest path of links has five or more steps.',
      why: 'Crawlers take few steps on sites that they rarely visit, as AI crawlers do. They read deep pages late or never.',
      how: 'Link to important pages from the home page, overviews or related pages.',
      example: 'Home → Blog → Page 2 → Page 3 → Page 4 → Article',
    },
    ofPage: (facts) => contentOf(facts) !== undefined && (facts.depth ?? 0) > maxClicks,
  },
  {
    id: 'nofollow-internal-links',
    name: 'Internal links marked nofollow',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The page tells crawlers not to follow some internal links. The evidence lists them.',
    docs: {
      what: 'A link to the same site has rel="nofollow".',
      why: 'Crawlers that follow this rule do not reach the page this way, and rate it as less important.',
      how: 'Remove nofollow from internal links.',
      example: '<a href="/guide" rel="nofollow">',
    },
    ofPage(facts) {
      const links = contentOf(facts)?.links ?? []
      return links.filter(({ isExternal, isNofollow }) => !isExternal && isNofollow).map(({ url }) => url)
    },
  },
  {
    id: 'no-internal-links',
    name: 'Page has no internal links',
    issue_type: 'warning',
    severity: 'low',
    description: 'The page is a dead end: it has no link to another page of the site.',
    docs: {
      what: 'All links of the page lead to itself or to other sites, if it has any.',
      why: 'Crawlers and readers reach a dead end, and engines cannot place the page in context.',
      how: 'Add the site navigation and links to related pages.',
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
