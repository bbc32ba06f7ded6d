import type { DataOf, Given } from '../../api/hooks.ts'
import { linesOf } from '../../format/lines.ts'
import { useBrand } from '../../frame/brand.tsx'
import { EditForm } from '../../ui/edit-form.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'

export type ProfileData = DataOf<'get-profile'>

const reads = ['get-profile', 'get-brand-analysis', 'list-brands'] as const

const fields = {
  name: {
    label: 'Name',
    required: true,
    maxLength: 100,
    hint: 'Sightline searches answers for it. Changing it rereads all answers.',
  },
  aliases: { label: 'Other names', rows: 3, hint: 'One per line. Sightline also searches answers for them.' },
  short_description: { label: 'Short description', rows: 2, maxLength: 1000 },
  description: { label: 'Description', rows: 6, maxLength: 5000 },
  industry: { label: 'Industry', maxLength: 200, isHalf: true },
  main_market: { label: 'Main market', maxLength: 100, isHalf: true },
  primary_audience: { label: 'Audience', maxLength: 200 },
  key_features: { label: 'Key features', rows: 5, hint: 'One per line' },
}

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
  const options = { changes: reads, onDone: onClose }
  const update = useSave('update-profile', edit, options)
  // The API creates the first profile only from a file.
  const create = useSave('import-profile', edit, options)
  const send = (changes: Partial<Draft>, values: Draft) => {
    if (profile === undefined) create.mutate({ file: new Blob([JSON.stringify(inputOf(values))]) })
    else update.mutate(inputOf(changes))
  }
  const write = profile === undefined ? create : update
  return <EditForm {...{ edit, fields, write, onSave: send, onCancel: onClose }} />
}

type Draft = Record<keyof typeof fields, string>

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

/** The given fields as server input. Unchanged fields keep their author. */
const inputOf = (given: Partial<Draft>) =>
  Object.fromEntries(
    Object.entries(given).map(([name, text]) => [
      name,
      name === 'name'
        ? text
        : name === 'aliases' || name === 'key_features'
          ? linesOf(text)
          : text.trim() === ''
            ? null
            : text,
    ]),
  ) as Given<'update-profile'>
