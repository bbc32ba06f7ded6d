import { type ReactNode, useState } from 'react'
import type { Problem, ResponseOf } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { BrandLink } from '../../frame/brand-link.tsx'
import { useBrand } from '../../frame/use-brand.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Panel, ProblemNote, Skeleton } from '../../ui/panel.tsx'
import { Analysis } from './analysis.tsx'
import { type ProfileData, ProfileForm } from './profile-form.tsx'

type SetBy = ResponseOf<'get-brand-analysis'>['data']['set_by']

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
      <ProfilePanel
        profile={profile.data?.data}
        version={profile.data?.version}
        problem={profile.error}
        setBy={analysis.data?.data.set_by ?? {}}
        mayEdit={may('update-profile')}
        onRetry={() => void profile.refetch()}
      />
      <Analysis query={analysis} mayEdit={may('analyse-brand')} />
      <Website mayEdit={may('update-brand')} />
    </>
  )
}

interface ProfilePanelProps {
  profile: ProfileData | undefined
  version: string | undefined
  problem: Problem | null
  setBy: SetBy
  mayEdit: boolean
  onRetry: () => void
}

function ProfilePanel({ profile, version, problem, setBy, mayEdit, onRetry }: ProfilePanelProps) {
  const [isEditing, setEditing] = useState(false)
  const isMissing = problem?.code === 'not_found'
  const shown = isMissing ? undefined : profile
  return (
    <Panel
      title="Profile"
      about="facts about the brand"
      actions={
        mayEdit &&
        !isEditing &&
        (shown !== undefined || isMissing) && (
          <Button onClick={() => setEditing(true)}>{isMissing ? 'Create profile' : 'Edit'}</Button>
        )
      }
    >
      {problem !== null && !isMissing && <ProblemNote problem={problem} onRetry={onRetry} />}
      {isEditing ? (
        <ProfileForm
          profile={shown}
          version={isMissing ? undefined : version}
          onClose={() => setEditing(false)}
        />
      ) : shown !== undefined ? (
        <ProfileFacts profile={shown} setBy={setBy} />
      ) : isMissing ? (
        <Empty title="No profile yet">Analyze the website to fill it in, or create it yourself.</Empty>
      ) : (
        problem === null && <Skeleton lines={8} />
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
  (setter === 'model' || setter === 'declared') && (
    <span className="block text-xs text-muted">{setters[setter]}</span>
  )

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
        {mayEdit ? (
          <BrandLink to="settings">Change in brand settings</BrandLink>
        ) : (
          'Only admins can change this.'
        )}
      </p>
    </Panel>
  )
}
