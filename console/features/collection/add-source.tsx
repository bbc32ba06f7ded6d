import { useRead } from '../../api/hooks.ts'
import type { ButtonLook } from '../../ui/dialog-button.tsx'
import { optionsOf } from '../../ui/field.tsx'
import { FormButton } from '../../ui/form-dialog.tsx'
import { providerChoices, providerNames } from './providers.gen.ts'
import words from './words.json' with { type: 'json' }

/** The fields that only some kinds of provider have. */
export const choiceFields = (choices: readonly ('search' | 'city')[]) => ({
  search: { options: optionsOf(words.searches), isHidden: !choices.includes('search') },
  city: { isHidden: !choices.includes('city') },
})

const initial = {
  ...{ kind: 'openai' as keyof typeof providerNames, name: '', api_key: '', model: '', price: '' },
  ...{ base_url: '', search: 'forced' as 'forced' | 'free', city: '', terms_confirmed: false },
}

/** A button that opens the form for a new provider. An open form stays when the button hides. */
export function AddSource(look: Partial<Pick<ButtonLook, 'kind' | 'isHidden'>>) {
  const { data } = useRead('list-models')
  const modelsOf = (kind: string) => data?.data.filter((one) => one.kind === kind && !one.model.endsWith('*')) ?? []
  const suggestedOf = (kind: string) => modelsOf(kind).find(({ is_default }) => is_default)?.model ?? ''
  return (
    <FormButton
      {...look}
      autoComplete="off"
      operation="create-source"
      isComplete
      initial={initial}
      fields={({ kind, model }) => {
        const models = modelsOf(kind)
        const placeholder = suggestedOf(kind)
        const known = models.find((one) => one.model === (model || placeholder))
        return {
          kind: { options: optionsOf(providerNames) },
          name: { placeholder: providerNames[kind] },
          model: { placeholder, hint: known && `${pricesInWords(known.prices)}; list price of ${known.date}` },
          price: {
            placeholder: models.some(({ prices }) => 'per_million_input_tokens' in prices)
              ? '{"per_million_input_tokens": 1, "per_million_output_tokens": 8, "per_thousand_searches": 10}'
              : '{"per_thousand_tasks": 2}',
          },
          ...choiceFields(providerChoices[kind]),
          terms_confirmed: { isHidden: kind !== 'gemini' && kind !== 'vertex' },
        }
      }}
      input={({ price, terms_confirmed, search, city, ...given }, { kind, name, model }) => ({
        ...given,
        // A kind selected before can have had them.
        ...Object.fromEntries(providerChoices[kind].map((choice) => [choice, { search, city }[choice]])),
        name: name || providerNames[kind],
        model: model || suggestedOf(kind) || undefined,
        price: price && parsed(price),
        terms_confirmed: terms_confirmed || undefined,
      })}
    >
      {({ values: { kind } }) => (
        <datalist id="models">
          {suggestedOf(kind) !== '' && modelsOf(kind).map((one) => <option key={one.model} value={one.model} />)}
        </datalist>
      )}
    </FormButton>
  )
}

const pricesInWords = (prices: Record<string, number>) =>
  Object.entries(prices)
    .map(([name, price]) => `$${price} ${name.replaceAll('_', ' ')}`)
    .join(', ')

/** Leaves text that is not JSON to the server, which says what is wrong. */
function parsed(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return text as never
  }
}
