import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Problem, ResponseOf } from '../../api/client.ts'
import { type DataOf, useRead, useRefetchOn, useWrite } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { BrandLink, useBrand } from '../../frame/brand.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { Button, WriteButton } from '../../ui/button.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Empty, Loaded, LoadedPanel, Panel } from '../../ui/panel.tsx'
import { Ago } from '../../ui/time.tsx'
import { type ProfileData, ProfileForm } from './profile-form.tsx'

type SetBy = DataOf<'get-brand-analysis'>['set_by']

/** The brand’s profile: entered by members or read from the website. */
export function Profile() {
  const may = usePermission()
  const profile = useRead('get-profile')
  const analysis = useRead(
    'get-brand-analysis',
    {},
    { refetchInterval: ({ state }) => (state.data?.data.status === 'running' ? 2000 : false) },
  )
  return (
    <>
      <ProfilePanel query={profile} setBy={analysis.data?.data.set_by ?? {}} mayEdit={may('update-profile')} />
      <Analysis query={analysis} mayEdit={may('analyse-brand')} />
      <Website mayEdit={may('update-brand')} />
    </>
  )
}

interface ProfilePanelProps {
  query: UseQueryResult<ResponseOf<'get-profile'>, Problem>
  setBy: SetBy
  mayEdit: boolean
}

function ProfilePanel({ query, setBy, mayEdit }: ProfilePanelProps) {
  const [isEditing, setEditing] = useState(false)
  const isMissing = query.error?.code === 'not_found'
  const shown = isMissing ? undefined : query.data?.data
  return (
    <Panel
      title="Profile"
      about="facts about the brand"
      actions={
        mayEdit &&
        !isEditing &&
        (shown !== undefined || isMissing) && (
          <Button label={isMissing ? 'Create profile' : 'Edit'} onClick={() => setEditing(true)} />
        )
      }
    >
      {isEditing ? (
        <ProfileForm
          profile={shown}
          version={isMissing ? undefined : query.data?.version}
          onClose={() => setEditing(false)}
        />
      ) : (
        <Loaded
          query={query}
          lines={8}
          missing={<Empty title="No profile yet">Analyze the website to fill it in, or create it yourself.</Empty>}
        >
          {({ data }) => <ProfileFacts profile={data} setBy={setBy} />}
        </Loaded>
      )}
    </Panel>
  )
}

const setters = {
  model: 'from the language model',
  declared: 'from structured data',
} as const

/** Values that members entered need no note. */
const derivedBy = (setter: SetBy[string] | undefined) =>
  (setter === 'model' || setter === 'declared') && <span className="block text-xs text-muted">{setters[setter]}</span>

function ProfileFacts({ profile, setBy }: { profile: ProfileData; setBy: SetBy }) {
  const fact = (name: string, field: string, value: ReactNode) => (
    <div className="grid gap-x-6 py-2.5 sm:grid-cols-[12rem_1fr]">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">
        {value ?? <span className="text-muted">–</span>}
        {value !== null && derivedBy(setBy[field])}
      </dd>
    </div>
  )
  const text = (value: string | null) =>
    value === null || value === '' ? null : <bdi className="whitespace-pre-line">{value}</bdi>
  const list = (values: readonly string[]) =>
    values.length === 0 ? null : (
      <ul>
        {values.map((value) => (
          <li key={value}>
            <bdi>{value}</bdi>
          </li>
        ))}
      </ul>
    )
  return (
    <dl className="max-w-4xl divide-y divide-line">
      {fact('Name', 'name', text(profile.name))}
      {fact('Other names', 'aliases', list(profile.aliases))}
      {fact('Short description', 'short_description', text(profile.short_description))}
      {fact('Description', 'description', text(profile.description))}
      {fact('Industry', 'industry', text(profile.industry))}
      {fact('Audience', 'primary_audience', text(profile.primary_audience))}
      {fact('Main market', 'main_market', text(profile.main_market))}
      {fact('Key features', 'key_features', list(profile.key_features))}
    </dl>
  )
}

/** The domain for citations, bot visits and audits. */
function Website({ mayEdit }: { mayEdit: boolean }) {
  const { brand } = useBrand()
  return (
    <Panel title="Website" about="the brand’s domain for citations, visits and audits">
      <p>{brand?.primary_domain ?? 'No domain set.'}</p>
      <p className="mt-1 text-sm text-muted">
        {mayEdit ? <BrandLink to="settings">Change in brand settings</BrandLink> : 'Only admins can change this.'}
      </p>
    </Panel>
  )
}

type Shape = ResponseOf<'get-brand-analysis'>

/** What an analysis changes. */
const changed = ['get-profile', 'list-products'] as const

/** The last website analysis for the profile, and a button to run it again. */
function Analysis({ query, mayEdit }: { query: UseQueryResult<Shape, Problem>; mayEdit: boolean }) {
  const { brand } = useBrand()
  const start = useWrite('analyse-brand')
  const analysis = query.error?.code === 'not_found' ? undefined : query.data?.data
  useRefetchOn(query.isPending ? undefined : (analysis?.ended_at ?? null), changed)
  return (
    <LoadedPanel
      query={query}
      lines={3}
      problem={start.error}
      title="Read from website"
      about="fills empty fields from pages and documents"
      actions={
        mayEdit && (
          <WriteButton
            label={analysis === undefined ? 'Analyze' : 'Analyze again'}
            disabled={start.isPending || analysis?.status === 'running'}
            write={start}
            input={{}}
          />
        )
      }
      missing={
        <p className="text-muted">
          {brand?.primary_domain == null
            ? 'Not analyzed yet. Add a domain or a document first.'
            : `${brand.primary_domain} has not been analyzed yet.`}
        </p>
      }
    >
      {({ data }) => <Outcome analysis={data} />}
    </LoadedPanel>
  )
}

const readers = { model: 'the language model', declared: 'structured data' } as const

function Outcome({ analysis }: { analysis: Shape['data'] }) {
  const { status, error, started_at, derived_by, model_problem, site_problem, pages, documents } = analysis
  const { products_added, suggested_aliases } = analysis
  const when = <Ago at={started_at} />
  if (status === 'running') return <p>Analysis running, started {when}.</p>
  return (
    <div className="space-y-2">
      <p className={status === 'failed' ? 'text-down' : ''}>
        {status === 'failed' ? `Failed: ${error ?? 'unknown reason'}` : 'Done'} ({when}).
      </p>
      {status === 'done' && (
        <p className="text-muted">
          {count(pages.length)} pages and {count(documents)} documents read
          {derived_by !== null && `, using ${readers[derived_by]}`}.{' '}
          {products_added > 0 && `${count(products_added)} products added.`}
        </p>
      )}
      {[site_problem, model_problem]
        .filter((problem) => problem !== null)
        .map((problem) => (
          <p key={problem} className="text-sm text-warn [overflow-wrap:anywhere]">
            {problem}
          </p>
        ))}
      {suggested_aliases.length > 0 && (
        <p>
          Possible aliases: <bdi>{suggested_aliases.join(', ')}</bdi>. Add the correct ones to the profile.
        </p>
      )}
      {pages.length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm text-accent">Pages read</summary>
          <ul className="mt-2 space-y-1 text-sm">
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
