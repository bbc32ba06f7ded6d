import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { call, type Problem, type ResponseOf } from '../../api/client.ts'
import { useWrite } from '../../api/use-write.ts'
import { linesOf } from '../../format/lines.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { EditProblem } from '../../ui/conflict.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useEdit } from '../../ui/use-edit.ts'

export type ProfileData = ResponseOf<'get-profile'>['data']

const reads = ['get-profile', 'get-brand-analysis', 'list-brands'] as const

/** Text fields with their maximum length in characters. */
const texts = {
  short_description: ['Short description', 1000],
  description: ['Description', 5000],
  industry: ['Industry', 200],
  primary_audience: ['Audience', 200],
  main_market: ['Main market', 100],
} as const
type TextField = keyof typeof texts

interface ProfileFormProps {
  profile: ProfileData | undefined
  version: string | undefined
  onClose: () => void
}

/** Edits the profile, or creates it if there is none. */
export function ProfileForm({ profile, version, onClose }: ProfileFormProps) {
  const { brandId, brand } = useBrand()
  const shown = draftOf(profile, brand?.name ?? '')
  const edit = useEdit(`profile:${brandId}`, shown, version)
  const close = () => {
    edit.clear()
    onClose()
  }
  const save = useSave(profile === undefined, edit.version, close)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fields = profile === undefined ? (Object.keys(shown) as (keyof Draft)[]) : edit.changed
    save.mutate({ brand_id: brandId, ...changesOf(edit.values, fields) })
  }
  return (
    <form className="max-w-3xl space-y-4" onSubmit={submit}>
      <EditProblem edit={edit} names={names} write={save} />
      <Fields values={edit.values} onChange={edit.set} />
      <DialogActions onCancel={close} isBusy={save.isPending} isIncomplete={edit.changed.length === 0}>
        Save
      </DialogActions>
    </form>
  )
}

function Fields({ values, onChange }: { values: Draft; onChange: (typed: Partial<Draft>) => void }) {
  const field = (name: keyof Draft) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  const text = (name: TextField) => ({ label: texts[name][0], maxLength: texts[name][1], ...field(name) })
  return (
    <>
      <Field
        label={names.name}
        required
        maxLength={100}
        hint="Sightline searches answers for it. Changing it rereads all answers."
        {...field('name')}
      />
      <TextArea
        label={names.aliases}
        hint="One per line. Sightline also searches answers for them."
        {...field('aliases')}
      />
      <TextArea {...text('short_description')} rows={2} />
      <TextArea {...text('description')} rows={6} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...text('industry')} />
        <Field {...text('main_market')} />
      </div>
      <Field {...text('primary_audience')} />
      <TextArea label={names.key_features} hint="One per line" rows={5} {...field('key_features')} />
    </>
  )
}

type Draft = Record<TextField | 'name' | 'aliases' | 'key_features', string>

const draftOf = (profile: ProfileData | undefined, name: string): Draft => ({
  name: profile?.name ?? name,
  aliases: (profile?.aliases ?? []).join('\n'),
  key_features: (profile?.key_features ?? []).join('\n'),
  short_description: profile?.short_description ?? '',
  description: profile?.description ?? '',
  industry: profile?.industry ?? '',
  primary_audience: profile?.primary_audience ?? '',
  main_market: profile?.main_market ?? '',
})

const names: Readonly<Record<keyof Draft, string>> = {
  name: 'Name',
  aliases: 'Other names',
  key_features: 'Key features',
  ...(Object.fromEntries((Object.keys(texts) as TextField[]).map((name) => [name, texts[name][0]])) as Record<
    TextField,
    string
  >),
}

/** The changed fields as server input. Unchanged fields keep their author. */
function changesOf(values: Draft, fields: readonly (keyof Draft)[]) {
  const changed = (Object.keys(texts) as TextField[]).filter((name) => fields.includes(name))
  return {
    ...Object.fromEntries(changed.map((name) => [name, values[name].trim() === '' ? null : values[name]])),
    ...(fields.includes('name') ? { name: values.name } : {}),
    ...(fields.includes('aliases') ? { aliases: linesOf(values.aliases) } : {}),
    ...(fields.includes('key_features') ? { key_features: linesOf(values.key_features) } : {}),
  }
}

type Changes = { brand_id: string } & ReturnType<typeof changesOf>

/** Updates an existing profile. Creates the first one through a file import, as the API requires. */
function useSave(isFirst: boolean, version: string | undefined, onClose: () => void) {
  const { workspaceId } = useBrand()
  const queries = useQueryClient()
  const update = useWrite('update-profile', { workspaceId, changes: reads, version, onDone: onClose })
  const make = useMutation<ResponseOf<'import-profile'>, Problem, Changes>({
    mutationFn: ({ brand_id, ...profile }) =>
      call('import-profile', { brand_id }, { workspaceId, file: new Blob([JSON.stringify(profile)]) }),
    async onSuccess() {
      await Promise.all(reads.map((one) => queries.invalidateQueries({ queryKey: [workspaceId, one] })))
      onClose()
    },
  })
  return isFirst ? make : update
}
