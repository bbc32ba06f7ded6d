import { type DataOf, useRead } from '../../api/hooks.ts'
import { namesOf } from '../../format/lines.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { OperationForm } from '../../ui/edit-form.tsx'
import { optionsOf } from '../../ui/field.tsx'
import { LoadedPanel } from '../../ui/panel.tsx'
import words from './words.json' with { type: 'json' }

export function ReportSchedule() {
  const query = useRead('get-report-settings')
  return (
    <LoadedPanel
      query={query}
      lines={6}
      title="Schedule and recipients"
      about="created a few hours after the week or month ends (UTC)"
    >
      {({ data, version }) => <ScheduleForm settings={data} version={version} />}
    </LoadedPanel>
  )
}

interface ScheduleFormProps {
  settings: DataOf<'get-report-settings'>
  version: string | undefined
}

function ScheduleForm({ settings, version }: ScheduleFormProps) {
  const members = useRead('list-people').data?.data ?? []
  const mayEdit = usePermission()('set-report-settings')
  const { weekly, monthly, alerts, person_ids } = settings
  const unsubscribed = settings.unsubscribed_addresses ?? []
  return (
    <fieldset disabled={!mayEdit}>
      <OperationForm
        operation="set-report-settings"
        version={version}
        ids={{}}
        // Without the permission to edit them, addresses are null and hidden.
        initial={{ weekly, monthly, alerts, person_ids, addresses: settings.addresses ?? [] }}
        fields={(values) => ({
          alerts: { options: optionsOf(words.alerts) },
          person_ids: {
            options: [
              ...members.map(({ id, name, email }) => ({ value: id, name: `${name}, ${email}` })),
              ...values.person_ids
                .filter((id) => !members.some((member) => member.id === id))
                .map((id) => ({ value: id, name: 'Former member, receives no email' })),
            ],
          },
          addresses: { isHidden: settings.addresses === null },
        })}
        input={({ addresses, ...given }) => ({
          ...given,
          ...(addresses && { addresses: addresses.flatMap((one) => namesOf(one.replaceAll(';', ','))) }),
        })}
        lead={
          !settings.can_mail && (
            <p className="rounded-lg bg-warn-soft px-4 py-3 text-sm text-warn">
              This server does not send email. The server operator can set SMTP_URL. Reports are still created.
            </p>
          )
        }
      >
        {unsubscribed.length > 0 && (
          <p className="text-sm text-warn wrap-anywhere">Unsubscribed: {unsubscribed.join(', ')}</p>
        )}
        {!mayEdit && <p className="text-sm text-muted">Only editors can change this.</p>}
        {!settings.can_make_pdf && (
          <p className="text-sm text-muted">This server has no Chromium, so reports are HTML only.</p>
        )}
      </OperationForm>
    </fieldset>
  )
}
