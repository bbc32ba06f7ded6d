/** The parts of a page. */
export interface PageParts {
  title: string
  authors: readonly string[]
  /** Paragraphs of its main text. */
  paragraphs: readonly string[]
  /** Names in its menus, footers and side columns. */
  surroundings: readonly string[]
  language: string
  date: string
}

const items = (names: readonly string[]) =>
  names.map((name) => `<li><a href="/tag/${name.toLowerCase()}">${name}</a></li>`).join('')
const text = (paragraphs: readonly string[]) => paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')
const cards = (names: readonly string[]) =>
  names.map((name) => `<div class="card"><a href="/${name}">Why we love ${name}</a></div>`).join('')
const head = ({ title, language }: PageParts, more: string) =>
  `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><title>${title} | The Site</title>${more}</head>`

/** A blog of a popular system: linked data as a graph, in which the article refers to its author by id. */
function blog(parts: PageParts): string {
  const graph = [
    {
      '@type': 'BlogPosting',
      headline: parts.title,
      author: parts.authors.map((_, index) => ({ '@id': `#author-${index}` })),
      publisher: { '@id': '#org' },
      datePublished: parts.date,
    },
    { '@type': 'Organization', '@id': '#org', name: 'The Site' },
    { '@type': 'WebSite', name: 'The Site' },
    ...parts.authors.map((name, index) => ({ '@type': 'Person', '@id': `#author-${index}`, name })),
  ]
  const data = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })
  return `${head(parts, `<script type="application/ld+json">${data}</script>`)}
<body class="post-template has-sidebar"><div id="page" class="site">
<header id="masthead" class="site-header"><nav class="main-navigation"><ul>${items(parts.surroundings)}</ul></nav></header>
<div id="content" class="site-content"><main><article class="post type-post"><header class="entry-header"><h1 class="entry-title">${parts.title}</h1></header>
<div class="entry-content">${text(parts.paragraphs)}</div></article></main>
<aside class="widget-area"><h2>Popular</h2><ul>${items(parts.surroundings)}</ul></aside></div>
<footer class="site-footer"><ul>${items(parts.surroundings)}</ul></footer></div></body></html>`
}

/** A newspaper: authors in one meta element, menus without semantic elements, teasers below the text. */
function newspaper(parts: PageParts): string {
  const metas = `<meta name="author" content="${parts.authors.join(' and ')}"><meta property="article:published_time" content="${parts.date}">`
  return `${head(parts, parts.authors.length === 0 ? '' : metas)}
<body><div class="top-nav"><div class="nav-inner">${cards(parts.surroundings)}</div></div>
<div class="cookie-consent"><p>We and ${parts.surroundings.join(', ')} use cookies on this site for many good reasons.</p></div>
<div class="wrapper"><div class="story"><h1>${parts.title}</h1><div class="story-body">${text(parts.paragraphs)}</div></div>
<div class="related-articles">${cards(parts.surroundings)}</div></div>
<div class="footer-links"><ul>${items(parts.surroundings)}</ul></div></body></html>`
}

/** A magazine with authors only in a byline. */
function magazine(parts: PageParts): string {
  const names = parts.authors.map((name) => `<a rel="author" href="/staff/x">${name}</a>`).join(' and ')
  const byline = parts.authors.length === 0 ? '' : `<div class="byline">By ${names}</div>`
  return `${head(parts, '')}<body><div role="navigation"><ul>${items(parts.surroundings)}</ul></div>
<article><h1>${parts.title}</h1>${byline}<time datetime="${parts.date}">some day</time>${text(parts.paragraphs)}
<footer><ul>${items(parts.surroundings)}</ul></footer></article>
<div role="contentinfo">${cards(parts.surroundings)}</div></body></html>`
}

/** A page with microdata, and text in both a list and paragraphs. */
function guide(parts: PageParts): string {
  const names = parts.authors.map(
    (name) =>
      `<span itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">${name}</span></span>`,
  )
  const [first = '', ...others] = parts.paragraphs
  return `${head(parts, '')}<body><header><div class="logo">The Site</div><ul class="menu">${items(parts.surroundings)}</ul></header>
<div class="container"><div class="breadcrumbs">${parts.surroundings.join(' › ')}</div>
<div itemscope itemtype="https://schema.org/Article"><h1 itemprop="headline">${parts.title}</h1><p class="meta">Written by ${names.join(', ')}</p>
<div itemprop="articleBody" class="post-content"><p>${first}</p><ol>${others.map((item) => `<li>${item}</li>`).join('')}</ol></div></div>
<div class="sidebar"><div class="newsletter-box">Read about ${parts.surroundings.join(' and ')}</div></div></div></body></html>`
}

/** A page of an older site: layout tables, and no semantic markup. */
function oldSite(parts: PageParts): string {
  const names = parts.authors.length === 0 ? '' : `<p class="author">by ${parts.authors.join(' &amp; ')}</p>`
  return `<html><head><title>${parts.title}</title><meta http-equiv="content-language" content="${parts.language}"></head><body>
<table width="100%"><tr><td class="navbar" width="20%"><ul>${items(parts.surroundings)}</ul></td>
<td><h1>${parts.title}</h1>${names}<div>${text(parts.paragraphs)}</div></td></tr>
<tr><td colspan="2" id="footer">${parts.surroundings.join(' | ')}</td></tr></table></body></html>`
}

/** Pages of different kinds of sites, from the same parts. */
export const pageShapes: Record<string, (parts: PageParts) => string> = {
  blog,
  newspaper,
  magazine,
  guide,
  oldSite,
}
