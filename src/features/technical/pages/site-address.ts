/** A host without the `www.` that sites answer with and without. */
function siteHost({ host }: URL): string {
  return host.startsWith('www.') ? host.slice(4) : host
}

/** Whether an address is of the same site: the same host with or without `www.`, over http or https. */
export function isSameSite(a: URL, b: URL): boolean {
  return a.host === b.host || siteHost(a) === siteHost(b)
}

export const isWebAddress = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:'

/** The address of the page that a link leads to, wherever on the page. */
export function withoutFragment(url: URL): string {
  const { href } = url
  const hash = href.indexOf('#')
  return hash < 0 ? href : href.slice(0, hash)
}

/** A web address as a page writes it, absolute and without a fragment; null where it is none. */
export function pageAddress(text: string, base: string): string | null {
  const url = URL.parse(text, base)
  return url !== null && isWebAddress(url) ? withoutFragment(url) : null
}
