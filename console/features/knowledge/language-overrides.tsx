import { Button } from '../../ui/button.tsx'
import { Field, optionsOf, Select, TextArea } from '../../ui/field.tsx'
import type { LanguageDraft } from './style-draft.ts'
import { englishes, formalities, languageName } from './style-words.ts'

interface LanguageOverridesProps {
  languages: readonly LanguageDraft[]
  onChange: (languages: LanguageDraft[]) => void
}

const open = (words: Readonly<Record<string, string>>) => [
  { value: '', name: 'Not set' },
  ...optionsOf(words),
]

const empty: LanguageDraft = { code: '', formality: '', english: '', nuance: '', always: '', never: '' }

/** Style rules for specific languages. */
export function LanguageOverrides({ languages, onChange }: LanguageOverridesProps) {
  const change = (place: number, changed: Partial<LanguageDraft>) =>
    onChange(languages.map((one, i) => (i === place ? { ...one, ...changed } : one)))
  return (
    <div className="space-y-4">
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
    </div>
  )
}

interface LanguageProps {
  language: LanguageDraft
  onChange: (changed: Partial<LanguageDraft>) => void
}

function Language({ language, onChange }: LanguageProps) {
  const field = (name: keyof LanguageDraft) => ({
    value: language[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <>
      <Field label="Language code" required maxLength={2} placeholder="de" {...field('code')} />
      <Select label="Formality" options={open(formalities)} {...field('formality')} />
      {language.code.toLowerCase() === 'en' && (
        <Select label="English" options={open(englishes)} {...field('english')} />
      )}
      <TextArea label="Nuance" rows={2} maxLength={1000} {...field('nuance')} />
      <TextArea label="Always" hint="One rule per line" rows={2} {...field('always')} />
      <TextArea label="Never" hint="One rule per line" rows={2} {...field('never')} />
    </>
  )
}
