import { type DataOf, type RowOf, useRead } from '../../api/hooks.ts'
import { linesOf } from '../../format/lines.ts'
import { useBrand } from '../../frame/brand.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { EditForm } from '../../ui/edit-form.tsx'
import { optionsOf } from '../../ui/field.tsx'
import { LoadedPanel } from '../../ui/panel.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'

type Settings = DataOf<'get-report-settings'>
type Member = RowOf<'list-people'>

const alertNames: Readonly<Record<Settings['alerts'], string>> = {
  none: 'None',
  falls: 'When the brand is mentioned less often',
  all: 'When the brand is mentioned more or less often',
}

/** Settings as form fields: addresses as lines. */
const fieldsOf = ({ weekly, monthly, alerts, person_ids, addresses }: Settings) => ({
  weekly,
  monthly,
  alerts: alerts as string,
  people: person_ids as readonly string[],
  // Null if the user cannot edit them; the field is then hidden.
  addresses: (addresses ?? []).join('\n'),
})

type Fields = ReturnType<typeof fieldsOf>

/** Scheduled reports and recipients of reports and alerts. */
export function ReportSchedule() {
  const query = useRead('get-report-settings')
  const members = useRead('list-people')
  return (
    <LoadedPanel
      query={query}
      lines={6}
      title="Schedule and recipients"
      about="created a few hours after the week or month ends (UTC)"
    >
      {({ data, version }) => <ScheduleForm settings={data} version={version} members={members.data?.data ?? []} />}
    </LoadedPanel>
  )
}

interface ScheduleFormProps {
  settings: Settings
  version: string | undefined
  members: readonly Member[]
}

function ScheduleForm({ settings, version, members }: ScheduleFormProps) {
  const { brandId } = useBrand()
  const mayEdit = usePermission()('set-report-settings')
  const edit = useEdit<Fields>(`report-settings:${brandId}`, fieldsOf(settings), version)
  const update = useSave('set-report-settings', edit, { changes: ['get-report-settings', 'list-reports'] })
  const former = edit.values.people.filter((id) => !members.some((member) => member.id === id))
  const unsubscribed = settings.unsubscribed_addresses ?? []
  return (
    <fieldset disabled={!mayEdit}>
      <EditForm
        edit={edit}
        fields={{
          weekly: { label: 'Weekly reports', isHalf: true },
          monthly: { label: 'Monthly reports', isHalf: true },
          alerts: { label: 'Email alerts', options: optionsOf(alertNames) },
          people: {
            label: 'Email to members',
            options: [
              ...members.map(({ id, name, email }) => ({ value: id, name: `${name}, ${email}` })),
              ...former.map((id) => ({ value: id, name: 'Former member, receives no email' })),
            ],
          },
          addresses: {
            label: 'Other addresses',
            hint: 'One per line. Recipients see the full report.',
            rows: 3,
            isHidden: settings.addresses === null,
          },
        }}
        write={update}
        onSave={(changes) => update.mutate({ ...inputOf(changes) })}
        lead={
          !settings.can_mail && (
            <p className="rounded-lg bg-warn-soft px-4 py-3 text-sm text-warn">
              This server does not send email. The server operator can set SMTP_URL. Reports are still created.
            </p>
          )
        }
      >
        {unsubscribed.length > 0 && (
          <p className="text-sm text-warn [overflow-wrap:anywhere]">Unsubscribed: {unsubscribed.join(', ')}</p>
        )}
        {!mayEdit && <p className="text-sm text-muted">Only editors can change this.</p>}
        {!settings.can_make_pdf && (
          <p className="text-sm text-muted">This server has no Chromium, so reports are HTML only.</p>
        )}
      </EditForm>
    </fieldset>
  )
}

const inputOf = ({ alerts, people, addresses, ...reports }: Partial<Fields>) => ({
  ...reports,
  ...(alerts !== undefined && { alerts: alerts as Settings['alerts'] }),
  ...(people !== undefined && { person_ids: [...people] }),
  ...(addresses !== undefined && { addresses: linesOf(addresses.replaceAll(/[,;]/g, '\n')) }),
})
