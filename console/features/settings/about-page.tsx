import { useRead } from '../../api/hooks.ts'
import { Page } from '../../frame/page.tsx'
import { useAssignableRoles } from '../../frame/use-permission.ts'
import { LoadedPanel, Panel } from '../../ui/panel.tsx'

/** Release, license, documentation and backups. */
export function AboutPage() {
  const isAdmin = useAssignableRoles().includes('admin')
  const query = useRead('get-about')
  return (
    <Page title="About" about="Sightline measures how AI search engines mention brands.">
      <LoadedPanel query={query} lines={3} title="This installation">
        {({ data: { release, licence } }) => (
          <dl className="grid gap-x-10 gap-y-1 sm:grid-cols-[auto_1fr] sm:gap-y-3">
            <dt className="text-muted">Release</dt>
            <dd>{release}</dd>
            <dt className="text-muted">License</dt>
            <dd>
              <LocalLink href="/docs/licence">{licence}</LocalLink>
            </dd>
            <dt className="text-muted">Documentation</dt>
            <dd className="space-y-1">
              <p>
                <LocalLink href="/docs">API reference</LocalLink>
              </p>
              <p>
                <LocalLink href="/docs/checks">Audit checks and fixes</LocalLink>
              </p>
            </dd>
          </dl>
        )}
      </LoadedPanel>
      {isAdmin && <Backups />}
    </Page>
  )
}

/** Pages of this server outside the console. */
const LocalLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} className="text-accent hover:underline">
    {children}
  </a>
)

function Backups() {
  return (
    <Panel title="Backups" about="the server operator creates backups on the command line">
      <p className="max-w-prose">
        A backup is a folder with a consistent copy of both data stores. The server keeps running.
      </p>
      <Command>sightline backup --to /backups/today</Command>
      <p className="max-w-prose">Restore it into an empty data directory with the same or a later release:</p>
      <Command>sightline restore --from /backups/today --data-dir ./new</Command>
      <p className="max-w-prose text-sm text-muted">
        Provider API keys are not included: enter them again after a restore elsewhere. Protect backups like the data
        itself: they contain answers, accounts and key hashes.
      </p>
    </Panel>
  )
}

const Command = ({ children }: { children: string }) => (
  <pre className="my-3 rounded-md bg-sunken px-3 py-2 text-sm whitespace-pre-wrap select-all">{children}</pre>
)
