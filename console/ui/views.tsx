import { useParam } from '../search/use-param.ts'
import { Choice } from './choice.tsx'
import { InvalidParameter } from './invalid-parameter.tsx'

/** The selected view, from the URL. Defaults to the first. */
export function useView<K extends string>(key: string, views: Readonly<Record<K, string>>): K {
  const [value] = useParam(key)
  const known = Object.keys(views) as K[]
  return known.find((view) => view === value) ?? (known[0] as K)
}

interface ViewsProps<K extends string> {
  /** For screen readers. */
  label: string
  /** The URL parameter. */
  name: string
  views: Readonly<Record<K, string>>
  /** Rows of each view, as far as known. */
  counts?: Readonly<Partial<Record<K, number>>>
}

/** A segmented control that filters what its panel or table shows. It never navigates: it replaces the URL. */
export function Views<K extends string>({ label, name, views, counts }: ViewsProps<K>) {
  const [, set] = useParam(name)
  const defaultView = Object.keys(views)[0]
  return (
    <>
      <InvalidParameter name={name} known={Object.keys(views)} />
      <Choice
        label={label}
        options={views}
        {...(counts && { counts })}
        chosen={useView(name, views)}
        onChoose={(view) => set(view === defaultView ? undefined : view)}
      />
    </>
  )
}
