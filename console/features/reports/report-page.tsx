import { useParams } from '@tanstack/react-router'
import { useRead } from '../../api/hooks.ts'
import { engineName, marketName } from '../../copy/engines.ts'
import { dayRange, longDay } from '../../format/days.ts'
import { atLeast, count, countOf, dollars, percent } from '../../format/numbers.ts'
import { BackLink } from '../../frame/brand.tsx'
import { Page } from '../../frame/page.tsx'
import { RowList } from '../../ui/collapsible-rows.tsx'
import { Loaded, Panel } from '../../ui/panel.tsx'
import { type Column, column, mainColumn, numberColumn, Table, type TableProps } from '../../ui/table.tsx'
import { siteColumn } from '../cited-sources/site-owner.tsx'
import { Sentences } from '../figures/drivers.tsx'
import { Downloads } from './downloads.tsx'
import {
  ownChange,
  type Report,
  ReportChanges,
  ReportDrivers,
  ReportFigures,
  ReportRanking,
} from './report-figures.tsx'
import words from './words.json' with { type: 'json' }

type Sections = Report['sections']
type RowOf<N extends keyof Sections> = NonNullable<Sections[N]>['data'][number]

/** A report as it was created. Later data does not change it. */
export function ReportPage() {
  const { reportId } = useParams({ from: '/signed-in/$workspaceId/$brandId/reports/$reportId' })
  const query = useRead('get-report', { report_id: reportId })
  const report = query.data?.data
  return (
    <Page
      title={report?.title ?? 'Report'}
      about={report && <About {...report} />}
      actions={report && <Downloads reportId={reportId} title={report.title} />}
      filters={<BackLink to="reports">← All reports</BackLink>}
    >
      <Loaded query={query} lines={14}>
        {({ data }) => <Parts report={data} />}
      </Loaded>
    </Page>
  )
}

const About = ({ brand_name, period, previous_period: before, created_at, corrected_at }: Report) => (
  <>
    <bdi>{brand_name}</bdi>, {dayRange(period.start_date, period.end_date)} compared with{' '}
    {dayRange(before.start_date, before.end_date)} (UTC). Created on {longDay(created_at.slice(0, 10))} with the data
    available then.
    {corrected_at !== null && <strong> Corrected on {longDay(corrected_at.slice(0, 10))}.</strong>}
  </>
)

const sectionTitles: Readonly<Record<string, string>> = words.sections

function Parts({ report }: { report: Report }) {
  const { sections, withdrawn } = report
  const change = ownChange(sections.changes)
  const visits = sections.goals?.meta.visits ?? 0
  return (
    <div className="space-y-5">
      {withdrawn.map(({ section, reason }) => (
        <p key={section} className="text-sm text-muted">
          {sectionTitles[section]}: {words.withdrawals[reason]}
        </p>
      ))}
      {change !== undefined && (
        <div className="text-lg">
          <Sentences row={change} />
        </div>
      )}
      <ReportFigures section={sections.figures} changes={sections.changes} />
      <ReportDrivers section={sections.changes} />
      <ReportChanges title="Why it changed" section={sections.changes} />
      <ReportChanges title="By engine" section={sections.engines} />
      <Alerts rows={sections.alerts?.data ?? []} />
      <ReportRanking section={sections.figures} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Rows
          title="Visits from AI engines"
          about={words.visits}
          columns={trafficColumns}
          rows={sections.traffic?.data ?? []}
        />
        <Rows
          title="Goals of these visits"
          about={`rates of ${countOf(visits, 'counted visit')} from AI engines`}
          columns={goalColumns}
          rows={visits > 0 ? (sections.goals?.data ?? []) : []}
        />
        <Rows
          title="Most cited sites"
          about="up to 10, by answers that cite them"
          columns={siteColumns}
          rows={sections.sources?.data ?? []}
        />
        <Rows
          title="Experiments"
          about="up to 10 that ran in the period, with their result so far"
          columns={experimentColumns}
          rows={sections.experiments?.data ?? []}
        />
        <Rows
          title="Do next"
          about="up to 5, as of the report date"
          columns={opportunityColumns}
          rows={sections.opportunities?.data ?? []}
        />
        <Site report={report} />
        <Rows
          title="Collection and spend"
          about={`${dollars(sections.spending?.meta.total.cost_usd ?? 0)} in this period`}
          columns={spendingColumns}
          rows={sections.spending?.data ?? []}
        />
      </div>
    </div>
  )
}

function Alerts({ rows }: { rows: readonly RowOf<'alerts'>[] }) {
  if (rows.length === 0) return null
  return (
    <Panel title="Alerts" about="real changes, for the same prompts on the same engine">
      <RowList label="Alerts" rows={rows}>
        {({ id, engine, country, summary, raised_at }) => (
          <li key={id} className="py-2">
            <bdi>{summary}</bdi>
            <span className="block text-sm text-muted">
              {engineName(engine)}, {marketName(country)}, raised {longDay(raised_at.slice(0, 10))}
            </span>
          </li>
        )}
      </RowList>
    </Panel>
  )
}

interface RowsProps<T> extends Pick<TableProps<T>, 'columns' | 'rows' | 'keyOf'> {
  title: string
  about: string
}

/** A report section. Renders nothing if it has no rows. */
const Rows = <T,>({ title, about, ...table }: RowsProps<T>) =>
  table.rows.length > 0 && (
    <Panel title={title} about={about}>
      <Table label={title} {...table} />
    </Panel>
  )

const siteColumns: readonly Column<RowOf<'sources'>>[] = [
  siteColumn(),
  numberColumn('Answers', ({ answer_count }) => count(answer_count)),
  numberColumn('Cited in', ({ share_of_answers_pct }) => percent(share_of_answers_pct)),
]

const trafficColumns: readonly Column<RowOf<'traffic'>>[] = [
  mainColumn('Engine', ({ engine }) => engineName(engine)),
  numberColumn('Before', ({ previous_visits }) => atLeast(previous_visits)),
  numberColumn('Now', ({ visits }) => atLeast(visits)),
  numberColumn('Paid', ({ paid_visits }) => atLeast(paid_visits), 'minor'),
]

const goalColumns: readonly Column<RowOf<'goals'>>[] = [
  mainColumn('Goal', ({ name }) => <bdi>{name}</bdi>),
  numberColumn('Visits', ({ visits }) => atLeast(visits)),
  numberColumn('Rate', ({ rate_pct, rate_low, rate_high }) => (
    <>
      {percent(rate_pct)}
      <span className="block text-sm text-muted">
        {percent(rate_low)} to {percent(rate_high)}
      </span>
    </>
  )),
]

const experimentColumns: readonly Column<RowOf<'experiments'>>[] = [
  mainColumn('Experiment', ({ name, headline, checks = [] }) => (
    <>
      <bdi>{name}</bdi>
      <span className="block">{headline}</span>
      {checks
        .filter(({ status }) => status === 'warning')
        .map(({ name, text }) => (
          <span key={name} className="block text-sm text-muted">
            {text}
          </span>
        ))}
    </>
  )),
]

const opportunityColumns: readonly Column<RowOf<'opportunities'>>[] = [
  mainColumn('Opportunity', ({ title }) => <bdi>{title}</bdi>),
  column('Due', ({ due_on }) => due_on && longDay(due_on)),
  numberColumn('Reaches', ({ expected_reach }) => `${count(expected_reach)} answers`),
]

const issueColumns: readonly Column<RowOf<'issues'>>[] = [
  mainColumn('Open issue', ({ name }) => <bdi>{name}</bdi>),
  column('Severity', ({ severity }) => severity),
  numberColumn('Pages', ({ affected_pages }) => count(affected_pages)),
]

function Site({ report: { sections } }: { report: Report }) {
  const audits = sections.audits?.data ?? []
  const issues = sections.issues?.data ?? []
  if (audits.length + issues.length === 0) return null
  return (
    <Panel title="Site health" about="as of the report date; up to 10 issues">
      {audits.map(({ job_id, domain, status, ended_at, pages_done, problem }) => (
        <p key={job_id} className="mb-2 text-sm text-muted">
          Audit of <bdi>{domain}</bdi>
          {ended_at !== null && `, ${longDay(ended_at.slice(0, 10))}`}: {status}, {count(pages_done)} pages read
          {problem !== null && `; ${problem}`}
        </p>
      ))}
      {issues.length > 0 && <Table label="Open issues" columns={issueColumns} rows={issues} />}
    </Panel>
  )
}

const spendingColumns: readonly Column<RowOf<'spending'>>[] = [
  mainColumn('Engine', ({ engine = '' }) => engineName(engine)),
  numberColumn('Planned', ({ planned }) => count(planned), 'minor'),
  numberColumn('Answers', ({ collected }) => count(collected)),
  numberColumn('Failed', ({ failed }) => count(failed)),
  numberColumn('Cost', ({ cost_usd }) => dollars(cost_usd)),
]
