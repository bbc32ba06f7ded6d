import { type DataOf, type RowOf, useRead } from '../../api/hooks.ts'
import { useBrand } from '../../frame/brand.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EditProblem } from '../../ui/conflict.tsx'
import { Select, TextArea } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Loaded, Panel } from '../../ui/panel.tsx'
import { type Edit, useEdit, useSave } from '../../ui/use-edit.ts'

type Settings = DataOf<'get-report-settings'>
type Member = RowOf<'list-people'>

const names = {
  weekly: 'Weekly',
  monthly: 'Monthly',
  alerts: 'Alerts',
  people: 'Members',
  addresses: 'Other addresses',
}

const alertOptions: readonly { value: Settings['alerts']; name: string }[] = [
  { value: 'none', name: 'None' },
  { value: 'falls', name: 'When the brand is mentioned less often' },
  { value: 'all', name: 'When the brand is mentioned more or less often' },
]

/** Settings as form fields: lists as lines. */
const fieldsOf = ({ weekly, monthly, alerts, person_ids, addresses }: Settings) => ({
  weekly,
  monthly,
  alerts: alerts as string,
  people: person_ids.join('\n'),
  // Null if the user cannot edit them; the field is then hidden.
  addresses: (addresses ?? []).join('\n'),
})

type Fields = ReturnType<typeof fieldsOf>

const linesOf = (text: string) => text.split(/[\n,;]/).flatMap((line) => line.trim() || [])

/** Scheduled reports and recipients of reports and alerts. */
export function ReportSchedule() {
  const query = useRead('get-report-settings')
  const members = useRead('list-people')
  return (
    <Panel title="Schedule and recipients" about="created a few hours after the week or month ends (UTC)">
      <Loaded query={query} lines={6}>
        {({ data, version }) => (
          <ScheduleForm settings={data} version={version} members={members.data?.data ?? []} />
        )}
      </Loaded>
    </Panel>
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
  const nameOf = (id: string) => members.find((member) => member.id === id)?.name ?? 'former member'
  const inWords = (values: Fields) => ({ ...values, people: linesOf(values.people).map(nameOf).join(', ') })
  return (
    <Form
      className="space-y-5"
      problem={<EditProblem edit={edit} names={names} write={update} inWords={inWords} />}
      onSubmit={() => update.mutate({ ...inputOf(edit.changes) })}
    >
      <fieldset disabled={!mayEdit} className="grid gap-x-10 gap-y-5 md:grid-cols-2">
        <div className="space-y-5">
          <Reports edit={edit} />
          <Select
            label="Email alerts"
            value={edit.values.alerts}
            options={alertOptions}
            onChange={(event) => edit.set({ alerts: event.target.value })}
          />
        </div>
        <Recipients
          edit={edit}
          members={members}
          canMail={settings.can_mail}
          showsAddresses={settings.addresses !== null}
          unsubscribed={settings.unsubscribed_addresses ?? []}
        />
      </fieldset>
      {mayEdit ? (
        <div className="flex flex-wrap gap-2">
          <Button kind="main" type="submit" disabled={update.isPending || edit.changed.length === 0}>
            Save
          </Button>
          {edit.changed.length > 0 && <Button onClick={() => edit.clear()}>Discard</Button>}
        </div>
      ) : (
        <p className="text-sm text-muted">Only editors can change this.</p>
      )}
      {!settings.can_make_pdf && (
        <p className="text-sm text-muted">This server has no Chromium, so reports are HTML only.</p>
      )}
    </Form>
  )
}

const inputOf = ({ alerts, people, addresses, ...reports }: Partial<Fields>) => ({
  ...reports,
  ...(alerts !== undefined && { alerts: alerts as Settings['alerts'] }),
  ...(people !== undefined && { person_ids: linesOf(people) }),
  ...(addresses !== undefined && { addresses: linesOf(addresses) }),
})

const Reports = ({ edit: { values, set } }: { edit: Edit<Fields> }) => (
  <fieldset className="space-y-1">
    <legend className="mb-1 text-sm font-medium">Create reports</legend>
    <Checkbox label="Weekly" isOn={values.weekly} onChange={(weekly) => set({ weekly })} />
    <Checkbox label="Monthly" isOn={values.monthly} onChange={(monthly) => set({ monthly })} />
  </fieldset>
)

interface RecipientsProps {
  edit: Edit<Fields>
  members: readonly Member[]
  canMail: boolean
  showsAddresses: boolean
  /** Unsubscribed addresses. */
  unsubscribed: readonly string[]
}

function Recipients({
  edit: { values, set },
  members,
  canMail,
  showsAddresses,
  unsubscribed,
}: RecipientsProps) {
  const chosen = linesOf(values.people)
  const former = chosen
    .filter((id) => !members.some((member) => member.id === id))
    .map((id) => ({ id, name: 'Former member', email: 'receives no email' }))
  const choose = (id: string, isOn: boolean) =>
    set({ people: (isOn ? [...chosen, id] : chosen.filter((one) => one !== id)).join('\n') })
  return (
    <div className="space-y-5">
      {!canMail && (
        <p className="rounded-lg bg-warn-soft px-4 py-3 text-sm text-warn">
          This server does not send email. The server operator can set SMTP_URL. Reports are still created.
        </p>
      )}
      <fieldset className="max-h-60 space-y-1 overflow-y-auto">
        <legend className="mb-1 text-sm font-medium">Email to members</legend>
        {[...members, ...former].map(({ id, name, email }) => (
          <Checkbox
            key={id}
            label={<bdi>{name}</bdi>}
            hint={email}
            isOn={chosen.includes(id)}
            onChange={(isOn) => choose(id, isOn)}
          />
        ))}
      </fieldset>
      {showsAddresses && (
        <TextArea
          label="Other addresses"
          hint="One per line. Recipients see the full report."
          value={values.addresses}
          onChange={(event) => set({ addresses: event.target.value })}
        />
      )}
      {unsubscribed.length > 0 && (
        <p className="text-sm text-warn [overflow-wrap:anywhere]">Unsubscribed: {unsubscribed.join(', ')}</p>
      )}
    </div>
  )
}
