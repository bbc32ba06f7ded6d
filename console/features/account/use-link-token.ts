import { useState } from 'react'

/**
 * What stands behind # in a link, taken out of the address at once, so that it is in no history and nobody reads it over
 * a shoulder. A reload keeps it, for as long as the tab is open.
 */
export function useLinkToken(): string | undefined {
  const [token] = useState(() => {
    const key = `link ${window.location.pathname}`
    const given = window.location.hash.slice(1)
    if (given !== '') {
      sessionStorage.setItem(key, given)
      window.history.replaceState(window.history.state, '', window.location.pathname)
    }
    return sessionStorage.getItem(key) ?? undefined
  })
  return token
}
