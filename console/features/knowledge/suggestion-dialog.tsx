import { useReadAll, useWrite } from '../../api/hooks.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useEdit } from '../../ui/use-edit.ts'
import type { Suggestion } from './suggestion.ts'

const changes = ['list-alignment-suggestions'] as const

const fields = {
  text: { label: 'Prompt', rows: 3, required: true, maxLength: 500 },
  markets: { label: 'Markets', required: true, hint: 'Country codes, such as US, GB, DE' },
}

const codesOf = (markets: string) =>
  markets.split(/[\s,]+/).flatMap((code) => (code === '' ? [] : [code.toUpperCase()]))

/** Creates a suggestion with text, markets, category and product. */
export function SuggestPrompt({ onClose }: { onClose: () => void }) {
  const { brandId } = useBrand()
  const empty = { text: '', markets: 'US', category: '', product: '' }
  const edit = useEdit(`suggestion of ${brandId}`, empty, undefined)
  const categories = useReadAll('list-alignment-categories')
  const products = useReadAll('list-products')
  const create = useWrite('create-alignment-suggestion', {
    changes,
    onDone() {
      // The next suggestion often has the same market and category.
      edit.set({ text: '' })
      onClose()
    },
  })
  const save = (_: unknown, { text, markets, category, product }: typeof empty) =>
    create.mutate({
      suggested_prompt: text,
      country_codes: codesOf(markets),
      ...(category === '' ? {} : { category_id: category }),
      ...(product === '' ? {} : { product_id: product }),
    })
  const fieldsOfNew = {
    ...fields,
    category: { label: 'Category', options: optionsOf(categories.data?.data) },
    product: { label: 'Product', options: optionsOf(products.data?.data) },
  }
  return (
    <FormDialog
      {...{ edit, fields: fieldsOfNew, write: create, onSave: save, onClose }}
      title="Suggest prompt"
      action="Suggest"
    />
  )
}

const optionsOf = (rows: readonly { id: string; name: string }[] = []) => [
  { value: '', name: 'None' },
  ...rows.map(({ id, name }) => ({ value: id, name })),
]

interface EditSuggestionProps {
  suggestion: Suggestion
  version: string | undefined
  onClose: () => void
}

/** Edits the text and markets of a proposed suggestion. */
export function EditSuggestion({ suggestion, version, onClose }: EditSuggestionProps) {
  const shown = { text: suggestion.suggested_prompt, markets: suggestion.country_codes.join(', ') }
  const edit = useEdit(`suggestion:${suggestion.id}`, shown, version)
  const close = () => {
    edit.clear()
    onClose()
  }
  const update = useWrite('update-alignment-suggestions', { changes, onDone: close, version: edit.version })
  const save = ({ text, markets }: Partial<typeof shown>) => {
    const changed = {
      ...(text === undefined ? {} : { suggested_prompt: text }),
      ...(markets === undefined ? {} : { country_codes: codesOf(markets) }),
    }
    update.mutate({ updates: [{ suggestion_id: suggestion.id, ...changed }] })
  }
  return <FormDialog {...{ edit, fields, write: update, onSave: save, onClose }} title="Edit suggestion" />
}
