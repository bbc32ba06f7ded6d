import { type DataOf, useRead, useRefetchOn } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { useBrand } from '../../frame/brand.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { OperationForm } from '../../ui/edit-form.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { LoadedPanel } from '../../ui/panel.tsx'
import { Ago } from '../../ui/time.tsx'
import { formOf } from '../../ui/use-form.ts'

type Analysis = DataOf<'get-brand-analysis'>

const changed = ['get-profile', 'list-products'] as const

/** The brand’s profile: entered by members or read from the website. */
export function Profile() {
  const analysis = useRead(
    'get-brand-analysis',
    {},
    { refetchInterval: ({ state }) => (state.data?.data.status === 'running' ? 2000 : false) },
  )
  const last = analysis.error?.code === 'not_found' ? undefined : analysis.data?.data
  useRefetchOn(analysis.isPending ? undefined : (last?.ended_at ?? null), changed)
  const fields = (shown: DataOf<'get-profile'> | undefined, version?: string) => (
    <ProfileForm profile={shown} version={version} setBy={last?.set_by ?? {}} />
  )
  return (
    <LoadedPanel
      query={useRead('get-profile')}
      lines={12}
      title="Profile"
      about="used to suggest prompts and write briefs"
      actions={
        <ActionButton
          label={last === undefined ? 'Read from website' : 'Read again'}
          operation="analyse-brand"
          disabled={last?.status === 'running'}
          input={{}}
        />
      }
      footnote={last && <Outcome analysis={last} />}
      missing={fields(undefined)}
    >
      {({ data, version }) => fields(data, version)}
    </LoadedPanel>
  )
}

const setters = { model: 'Read by the language model.', declared: 'Read from structured data.' } as const

interface ProfileFormProps {
  profile: DataOf<'get-profile'> | undefined
  version: string | undefined
  setBy: Analysis['set_by']
}

/** Edits the profile, or creates it if there is none. Admins change the name with the domain. */
function ProfileForm({ profile, version, setBy }: ProfileFormProps) {
  const { brandId, brand } = useBrand()
  const may = usePermission()
  const initial = {
    name: profile?.name ?? brand?.name ?? '',
    aliases: profile?.aliases ?? [],
    short_description: profile?.short_description ?? null,
    description: profile?.description ?? null,
    industry: profile?.industry ?? null,
    main_market: profile?.main_market ?? null,
    primary_audience: profile?.primary_audience ?? null,
    key_features: profile?.key_features ?? [],
  }
  const form = { initial, fields: { ...hints(setBy), name: { isHidden: may('update-brand') } } }
  return (
    <fieldset disabled={!may('update-profile')}>
      {profile === undefined ? (
        // The API creates the first profile only from a file.
        <OperationForm
          operation="import-profile"
          {...form}
          input={(given) => ({ file: new Blob([JSON.stringify(given)]) })}
        />
      ) : (
        <OperationForm operation="update-profile" version={version} ids={{ brand_id: brandId }} {...form} />
      )}
    </fieldset>
  )
}

/** Notes where values come from. Those that members entered need none. */
const hints = (setBy: Analysis['set_by']) =>
  Object.fromEntries(
    Object.entries(formOf('update-profile').fields).map(([name, { hint }]) => {
      const setter = setBy[name]
      const note = setter === 'model' || setter === 'declared' ? setters[setter] : undefined
      return [name, { hint: [hint, note].filter(Boolean).join(' ') || undefined }]
    }),
  )

const readers = { model: 'the language model', declared: 'structured data' } as const

function Outcome({ analysis }: { analysis: Analysis }) {
  const { status, error, started_at, derived_by, pages, documents, products_added, suggested_aliases } = analysis
  const when = <Ago at={started_at} />
  if (status === 'running') return <p>Reading the website, started {when}.</p>
  return (
    <div className="space-y-2">
      <p className={status === 'failed' ? 'text-down' : ''}>
        {status === 'failed'
          ? `Reading failed: ${error ?? 'unknown reason'}`
          : `${count(pages.length)} pages and ${count(documents)} documents read`}
        {derived_by !== null && ` with ${readers[derived_by]}`}
        {products_added > 0 && `, ${count(products_added)} products added`} ({when}).
      </p>
      {[analysis.site_problem, analysis.model_problem]
        .flatMap((problem) => problem ?? [])
        .map((problem) => (
          <p key={problem} className="text-warn wrap-anywhere">
            {problem}
          </p>
        ))}
      {suggested_aliases.length > 0 && (
        <p>
          Possible other names: <bdi>{suggested_aliases.join(', ')}</bdi>. Add the correct ones.
        </p>
      )}
      {pages.length > 0 && (
        <details>
          <summary className="text-accent">Pages read</summary>
          <ul className="mt-2 space-y-1">
            {pages.map((url) => (
              <li key={url}>
                <ExternalLink url={url} domain={url} title={null} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
