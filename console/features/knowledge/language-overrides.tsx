import { Button } from '../../ui/button.tsx'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import type { LanguageDraft } from './style-draft.ts'
import { englishes, formalities, languageName } from './style-words.ts'

interface LanguageOverridesProps {
  languages: readonly LanguageDraft[]
  onChange: (languages: LanguageDraft[]) => void
}

const empty: LanguageDraft = { code: '', formality: '', english: '', nuance: '', always: '', never: '' }

/** Style rules for specific languages. */
export function LanguageOverrides({ languages, onChange }: LanguageOverridesProps) {
  const change = (place: number, changed: Partial<LanguageDraft>) =>
    onChange(languages.map((one, i) => (i === place ? { ...one, ...changed } : one)))
  return (
    <>
      {languages.map((language, place) => (
        // The index is the key, because codes change while typing.
        <fieldset key={place} className="space-y-3 rounded-lg border border-line p-4">
          <legend className="px-1 text-sm font-medium">
            {language.code.length === 2 ? `In ${languageName(language.code)}` : 'In another language'}
          </legend>
          <Language language={language} onChange={(changed) => change(place, changed)} />
          <Button kind="quiet" onClick={() => onChange(languages.filter((_, i) => i !== place))}>
            Remove language
          </Button>
        </fieldset>
      ))}
      <Button onClick={() => onChange([...languages, empty])}>Add language</Button>
    </>
  )
}

interface LanguageProps {
  language: LanguageDraft
  onChange: (changed: Partial<LanguageDraft>) => void
}

function Language({ language, onChange }: LanguageProps) {
  const optionsOf = (words: Readonly<Record<string, string>>) => [
    { value: '', name: 'Not set' },
    ...Object.entries(words).map(([value, name]) => ({ value, name })),
  ]
  return (
    <>
      <Field
        label="Language code"
        required
        maxLength={2}
        placeholder="de"
        value={language.code}
        onChange={(event) => onChange({ code: event.target.value })}
      />
      <Select
        label="Formality"
        value={language.formality}
        onChange={(event) => onChange({ formality: event.target.value as LanguageDraft['formality'] })}
        options={optionsOf(formalities)}
      />
      {language.code.toLowerCase() === 'en' && (
        <Select
          label="English"
          value={language.english}
          onChange={(event) => onChange({ english: event.target.value as LanguageDraft['english'] })}
          options={optionsOf(englishes)}
        />
      )}
      <TextArea
        label="Nuance"
        rows={2}
        maxLength={1000}
        value={language.nuance}
        onChange={(event) => onChange({ nuance: event.target.value })}
      />
      <TextArea
        label="Always"
        hint="One rule per line"
        rows={2}
        value={language.always}
        onChange={(event) => onChange({ always: event.target.value })}
      />
      <TextArea
        label="Never"
        hint="One rule per line"
        rows={2}
        value={language.never}
        onChange={(event) => onChange({ never: event.target.value })}
      />
    </>
  )
}
