import { useRouterState } from '@tanstack/react-router'
import type { Search } from '../search/url.ts'

/** Says that the address asks for something that is not there, where what is usual is shown in its place. */
export function InvalidParameter({ name, known }: { name: string; known: readonly string[] }) {
  const value = useRouterState({ select: ({ location }) => (location.search as Search)[name] })
  return value === undefined || known.includes(value) ? null : (
    <InvalidParameterMessage name={name} value={value} />
  )
}

export const InvalidParameterMessage = ({ name, value }: { name: string; value: string }) => (
  <p role="alert" className="w-full text-sm text-bad [overflow-wrap:anywhere]">
    The address says {name}=<bdi>{JSON.stringify(value)}</bdi>, which means nothing here; the usual is shown
    in its place.
  </p>
)
