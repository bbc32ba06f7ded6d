import type { RowOf } from '../../api/hooks.ts'
import { namesOf } from '../../format/lines.ts'
import { webAddress } from '../../format/web-address.ts'
import { useBrand } from '../../frame/brand.tsx'
import type { FormFields } from '../../ui/edit-form.tsx'
import { optionsOf } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { matchFields, matchInput, matchValues } from '../../ui/match-fields.ts'
import { useEdit, useSave } from '../../ui/use-edit.ts'

export type Competitor = RowOf<'list-competitors'>

const relations = {
  direct_competitor: 'Direct competitor',
  indirect_competitor: 'Indirect competitor',
  partner: 'Partner',
} as const

const fieldsOf = (competitor: Competitor | undefined) => ({
  name: competitor?.name ?? '',
  primary_url: competitor?.primary_url ?? '',
  aliases: competitor?.aliases.join(', ') ?? '',
  relation: (competitor?.relation ?? 'direct_competitor') as string,
  ...matchValues(competitor),
})
type Fields = ReturnType<typeof fieldsOf>

const fields = (competitor: Competitor | undefined): FormFields<Fields> => ({
  name: { label: 'Name', required: true },
  primary_url: {
    label: 'Website',
    placeholder: 'example.com',
    required: competitor === undefined || competitor.primary_url !== null,
  },
  aliases: { label: 'Other names', hint: 'Separate with commas' },
  relation: { label: 'Relation', options: optionsOf(relations) },
  ...matchFields,
})

interface CompetitorFormProps {
  /** The current values. Omit to add a competitor. */
  competitor?: Competitor | undefined
  version?: string | undefined
  onClose: () => void
}

/**
 * Adds or edits a competitor: names, domain and letter case to search for. Unsaved input is kept until it is sent or
 * canceled.
 */
export function CompetitorForm({ competitor, version, onClose }: CompetitorFormProps) {
  const { brandId } = useBrand()
  const draftName = competitor === undefined ? `competitor of ${brandId}` : `competitor:${competitor.id}`
  const edit = useEdit(draftName, fieldsOf(competitor), version)
  const options = { changes: competitorReads, onDone: onClose }
  const create = useSave('create-competitor', edit, options)
  const update = useSave('update-competitor', edit, options)
  const write = competitor === undefined ? create : update
  const save = (_: Partial<Fields>, values: Fields) => {
    const given = inputOf(values)
    if (competitor === undefined) create.mutate({ ...given })
    else
      update.mutate({
        competitor_id: competitor.id,
        ...Object.fromEntries(edit.changed.map((name) => [name, given[name]])),
      })
  }
  return (
    <FormDialog
      {...{ edit, write, fields: fields(competitor), onSave: save, onClose }}
      title={competitor === undefined ? 'Add competitor' : `Edit ${competitor.name}`}
      action={competitor === undefined ? 'Add' : 'Save'}
    >
      {competitor !== undefined && (
        <p className="text-sm text-muted">
          Changing names makes Sightline reread all stored answers. Figures update when this is done.
        </p>
      )}
    </FormDialog>
  )
}

/** The fields as server input. */
const inputOf = ({ aliases, relation, primary_url, ...rest }: Fields) => ({
  ...matchInput(rest),
  primary_url: webAddress(primary_url),
  relation: relation as Competitor['relation'],
  aliases: namesOf(aliases),
})

/** Operations to refetch after a competitor is added, changed, tracked or untracked. */
export const competitorReads = [
  'list-competitors',
  'list-competitor-rankings',
  'list-competitor-suggestions',
  'list-visibility-trend',
  'get-mention-gaps',
  'get-execution',
] as const
