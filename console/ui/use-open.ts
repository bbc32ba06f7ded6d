import { useParam } from '../search/use-param.ts'

/**
 * What is open on a page, such as a drawer, in a URL parameter: a link, a reload and Back restore it.
 * @param key the parameter
 */
export function useOpen(key: string) {
  const [value, set] = useParam(key)
  return {
    value,
    open: (next: string) => set(next, value !== undefined),
    close: () => set(undefined),
  }
}
