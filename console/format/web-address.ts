/** Converts a typed web address such as `example.com` to the URL that the server expects. */
export function webAddress(typed: string): string {
  const text = typed.trim()
  return text === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`
}
