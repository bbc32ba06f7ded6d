/** The host without `www.`. */
function siteHost({ host }: URL): string {
  return host.startsWith('www.') ? host.slice(4) : host
}

/** Whether two URLs have the same host, regardless of `www.` and of http or https. */
export function isSameSite(a: URL, b: URL): boolean {
  return a.host === b.host || siteHost(a) === siteHost(b)
}
