import { useRouterState } from '@tanstack/react-router'
import type { Search } from '../search/url.ts'

/** Warns about an invalid URL parameter; the page shows the default. */
export function InvalidParameter({ name, known }: { name: string; known: readonly string[] }) {
  const value = useRouterState({ select: ({ location }) => (location.search as Search)[name] })
  return value === undefined || known.includes(value) ? null : <InvalidParameterMessage name={name} value={value} />
}

export const InvalidParameterMessage = ({ name, value }: { name: string; value: string }) => (
  <p role="alert" className="w-full text-sm text-down wrap-anywhere">
    Invalid URL parameter {name}=<bdi>{JSON.stringify(value)}</bdi>. The default is shown instead.
  </p>
)
