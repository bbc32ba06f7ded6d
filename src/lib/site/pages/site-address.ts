/** A host without the `www.` that sites answer with and without. */
function siteHost({ host }: URL): string {
  return host.startsWith('www.') ? host.slice(4) : host
}

/** Whether an address is of the same site: the same host with or without `www.`, over http or https. */
export function isSameSite(a: URL, b: URL): boolean {
  return a.host === b.host || siteHost(a) === siteHost(b)
}
