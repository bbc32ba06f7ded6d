import { useNavigate, useRouterState } from '@tanstack/react-router'
import type { Search } from './url.ts'

/** A URL parameter and its setter. Undefined means the default; setting replaces the history entry. */
export function useParam(key: string) {
  const search = useRouterState({ select: ({ location }) => location.search as Search })
  const navigate = useNavigate()
  const set = (value: string | undefined, replace = true) =>
    void navigate({
      ...{ to: '.', search: { ...search, [key]: value || undefined } as never },
      ...{ replace, resetScroll: false },
    })
  return [search[key], set] as const
}
