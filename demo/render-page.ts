/** A page of the demo site. Omitted fields are missing on the page, for audits to find. */
export interface SitePage {
  path: string
  lang: string
  title?: string
  description?: string
  heading?: string
  secondHeading?: string
  sections: { heading?: string; text: string }[]
  links: string[]
  /** Structured data of the page (JSON-LD). */
  data?: object
  /** The same page in other languages. */
  alternates?: string[]
  robots?: string
  /** Whether links to it contain an image. */
  image?: boolean
  imageWithoutText?: boolean
  /** An image that is loaded without TLS. */
  insecureImage?: boolean
}

/** @param origin scheme and host of the site */
export function renderPage(page: SitePage, origin: string): string {
  const { lang, heading, secondHeading, sections, links } = page
  const body = [
    heading && `<h1>${escaped(heading)}</h1>`,
    ...sections.flatMap((one) => [one.heading && `<h2>${escaped(one.heading)}</h2>`, `<p>${escaped(one.text)}</p>`]),
    secondHeading && `<h1>${escaped(secondHeading)}</h1>`,
    page.imageWithoutText && '<img src="/logo.svg">',
    page.insecureImage && `<img src="${origin.replace('https:', 'http:')}/logo.svg" alt="Scale in a boiler">`,
  ]
  const navigation = links.map((link) => `<a href="${escaped(link)}">${escaped(nameOf(link))}</a>`)
  return [
    `<!doctype html><html lang="${lang}"><head>${headOf(page, origin)}</head><body>`,
    `<main>${body.filter(Boolean).join('\n')}</main><nav>${navigation.join(' ')}</nav></body></html>`,
  ].join('\n')
}

function headOf(page: SitePage, origin: string): string {
  const { path, title, description, data, alternates = [], robots } = page
  return [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    title && `<title>${escaped(title)}</title><meta property="og:title" content="${escaped(title)}">`,
    description && `<meta name="description" content="${escaped(description)}">`,
    description && `<meta property="og:description" content="${escaped(description)}">`,
    page.image && `<meta property="og:image" content="${origin}/logo.svg">`,
    robots && `<meta name="robots" content="${robots}">`,
    `<link rel="canonical" href="${origin}${path}">`,
    ...alternates.map((other) => `<link rel="alternate" hreflang="${other.slice(1, 3)}" href="${origin}${other}">`),
    data && `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
  ]
    .filter(Boolean)
    .join('\n')
}

const nameOf = (link: string) => (link === '/' ? 'Calvenzo' : (link.split('/').at(-1) ?? link))

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
