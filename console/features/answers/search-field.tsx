import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useFilters } from '../../frame/use-brand.ts'

/** Searches prompts and answers. The URL holds the submitted text. */
export function SearchField() {
  const { search } = useFilters()
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text')).trim()
    void navigate({ to: '.', search: { ...search, search: text === '' ? undefined : text } as never })
  }
  return (
    <search>
      <form onSubmit={submit}>
        <input
          // Remount when browser history changes the text.
          key={search.search}
          type="search"
          name="text"
          aria-label="Search prompts and answers"
          placeholder="Search prompts and answers"
          defaultValue={search.search}
          minLength={2}
          maxLength={200}
          className="w-full max-w-sm rounded-full border border-line-strong bg-panel px-4 py-1 text-sm text-ink placeholder:text-muted"
        />
      </form>
    </search>
  )
}
