import type { ReactNode } from 'react'
import { useParam } from '../search/use-param.ts'

interface SearchFormProps {
  /** The URL parameter that holds the submitted text. */
  param: string
  label: string
  placeholder?: string
  minLength?: number
  maxLength: number
  className: string
  /** Next to the input, such as a button. */
  children?: ReactNode
}

/** A search that Enter submits. */
export function SearchForm({ param, label, placeholder = label, children, ...input }: SearchFormProps) {
  const [asked, ask] = useParam(param)
  return (
    <search>
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          ask(String(new FormData(event.currentTarget).get('text')).trim(), false)
        }}
      >
        <input
          // Remount when browser history changes the text.
          key={asked}
          type="search"
          name="text"
          aria-label={label}
          placeholder={placeholder}
          defaultValue={asked}
          {...input}
        />
        {children}
      </form>
    </search>
  )
}
