import type { FormEvent } from 'react'
import type { ResponseOf } from '../../api/client.ts'
import { useWrite } from '../../api/use-write.ts'
import { webAddress } from '../../format/web-address.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { EditProblem } from '../../ui/conflict.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useEdit } from '../../ui/use-edit.ts'
import { competitorReads } from './competitor-reads.ts'

export type Competitor = ResponseOf<'list-competitors'>['data'][number]

const relations = [
  { value: 'direct_competitor', name: 'Direct competitor' },
  { value: 'indirect_competitor', name: 'Indirect competitor' },
  { value: 'partner', name: 'Partner' },
] as const

const fieldsOf = (competitor: Competitor | undefined) => ({
  name: competitor?.name ?? '',
  primary_url: competitor?.primary_url ?? '',
  aliases: competitor?.aliases.join(', ') ?? '',
  relation: (competitor?.relation ?? 'direct_competitor') as string,
  match_case_sensitive: competitor?.match_case_sensitive ?? false,
})
type Fields = ReturnType<typeof fieldsOf>

const fieldNames = {
  name: 'Name',
  primary_url: 'Website',
  aliases: 'Other names',
  relation: 'Relation',
  match_case_sensitive: 'Match case',
}

const inWords = (fields: Fields) => ({
  ...fields,
  relation: relations.find(({ value }) => value === fields.relation)?.name ?? fields.relation,
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
  const { workspaceId, brandId } = useBrand()
  const draftName = competitor === undefined ? `competitor of ${brandId}` : `competitor:${competitor.id}`
  const edit = useEdit(draftName, fieldsOf(competitor), version)
  const { values } = edit
  const close = () => {
    edit.clear()
    onClose()
  }
  const create = useWrite('create-competitor', { workspaceId, changes: competitorReads, onDone: close })
  const update = useWrite('update-competitor', {
    ...{ workspaceId, changes: competitorReads, onDone: close },
    version: edit.version,
  })
  const write = competitor === undefined ? create : update
  const field = (name: 'name' | 'primary_url' | 'aliases') => ({
    label: fieldNames[name],
    value: values[name],
    onChange: (event: { target: { value: string } }) => edit.set({ [name]: event.target.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = inputOf(values)
    if (competitor === undefined) create.mutate({ brand_id: brandId, ...given })
    else
      update.mutate({
        brand_id: brandId,
        competitor_id: competitor.id,
        ...Object.fromEntries(edit.changed.map((name) => [name, given[name]])),
      })
  }
  return (
    <Dialog
      title={competitor === undefined ? 'Add competitor' : `Edit ${competitor.name}`}
      isOpen
      onClose={onClose}
    >
      <form className="space-y-4" onSubmit={submit}>
        <EditProblem edit={edit} names={fieldNames} write={write} inWords={inWords} />
        <Field required {...field('name')} />
        <Field
          required={competitor === undefined || competitor.primary_url !== null}
          placeholder="example.com"
          {...field('primary_url')}
        />
        <Field hint="Separate with commas" {...field('aliases')} />
        <Select
          label={fieldNames.relation}
          value={values.relation}
          onChange={({ target }) => edit.set({ relation: target.value })}
          options={relations}
        />
        <label className="flex items-start gap-2 text-sm">
          <input
            type="checkbox"
            className="mt-1 accent-[var(--accent)]"
            checked={values.match_case_sensitive}
            onChange={({ target }) => edit.set({ match_case_sensitive: target.checked })}
          />
          <span>
            {fieldNames.match_case_sensitive}
            <span className="block text-muted">For names that are also common words</span>
          </span>
        </label>
        {competitor !== undefined && (
          <p className="text-sm text-muted">
            Changing names makes Sightline reread all stored answers. Figures update when this is done.
          </p>
        )}
        <DialogActions onCancel={close} isBusy={write.isPending} isIncomplete={edit.changed.length === 0}>
          {competitor === undefined ? 'Add' : 'Save'}
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** The fields as server input. */
const inputOf = ({ aliases, relation, primary_url, ...rest }: Fields) => ({
  ...rest,
  primary_url: webAddress(primary_url),
  relation: relation as Competitor['relation'],
  aliases: aliases.split(',').flatMap((alias) => (alias.trim() === '' ? [] : [alias.trim()])),
})
