import { useSyncExternalStore } from 'react'

const wide = window.matchMedia('(min-width: 1180px)')

function subscribe(onChange: () => void) {
  wide.addEventListener('change', onChange)
  return () => wide.removeEventListener('change', onChange)
}

/** Whether details fit next to a list. */
export const useIsWide = () => useSyncExternalStore(subscribe, () => wide.matches)
