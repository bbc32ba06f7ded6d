import { useState } from 'react'

/**
 * The token after # in a link. Removed from the URL immediately so that it stays out of history and view. Reloads
 * keep it while the tab is open.
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
