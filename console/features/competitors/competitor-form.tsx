import type { RowOf } from '../../api/hooks.ts'
import { webAddress } from '../../format/web-address.ts'
import type { ButtonLook } from '../../ui/dialog-button.tsx'
import { optionsOf } from '../../ui/field.tsx'
import { FormButton } from '../../ui/form-dialog.tsx'
import { matchValues } from '../../ui/match-fields.ts'
import words from './words.json' with { type: 'json' }

export type Competitor = RowOf<'list-competitors'>

interface CompetitorFormProps extends Pick<ButtonLook, 'kind' | 'isHidden'> {
  /** The current values. Omit to add a competitor. */
  competitor?: Competitor | undefined
  version?: string | undefined
}

/** Adds or edits a competitor: names, domain and letter case to search for. */
export const CompetitorForm = ({ competitor, version, ...look }: CompetitorFormProps) => (
  <FormButton
    {...look}
    of={competitor?.name}
    operation={competitor === undefined ? 'create-competitor' : 'update-competitor'}
    version={version}
    ids={competitor && { competitor_id: competitor.id }}
    initial={{
      name: competitor?.name ?? '',
      primary_url: competitor?.primary_url ?? null,
      aliases: competitor?.aliases ?? [],
      relation: competitor?.relation ?? 'direct_competitor',
      ...matchValues(competitor),
    }}
    fields={{
      primary_url: { required: competitor === undefined || competitor.primary_url !== null },
      relation: { options: optionsOf(words.relations) },
    }}
    input={({ primary_url: url, ...given }) => ({ ...given, ...(url && { primary_url: webAddress(url) }) })}
  >
    {competitor !== undefined && (
      <p className="text-sm text-muted">
        Changing names makes Sightline reread all stored answers. Figures update when this is done.
      </p>
    )}
  </FormButton>
)
