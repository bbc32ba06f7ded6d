import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { read } from '../../api/queries.ts'
import { Page } from '../../frame/page.tsx'
import { useAssignableRoles } from '../../frame/use-permission.ts'
import { Panel } from '../../ui/panel.tsx'
import { Loaded } from '../../ui/states.tsx'

/** Which release this is, where to read about it, and how a backup is made. */
export function AboutPage() {
  const { workspaceId } = useParams({ from: '/signed-in/$workspaceId/settings/about' })
  const isAdmin = useAssignableRoles(workspaceId).includes('admin')
  const query = useQuery(read(workspaceId, 'get-about', {}))
  return (
    <Page title="About" about="Sightline watches how AI answer engines speak of brands.">
      <Panel title="This installation">
        <Loaded query={query} lines={3}>
          {({ data: { release, licence } }) => (
            <dl className="grid gap-x-10 gap-y-1 sm:grid-cols-[auto_1fr] sm:gap-y-3">
              <dt className="text-muted">Release</dt>
              <dd>{release}</dd>
              <dt className="text-muted">Licence</dt>
              <dd>
                <LocalLink href="/docs/licence">{licence}</LocalLink>
              </dd>
              <dt className="text-muted">Documentation</dt>
              <dd className="space-y-1">
                <p>
                  <LocalLink href="/docs">The API, to read and to try</LocalLink>
                </p>
                <p>
                  <LocalLink href="/docs/checks">What an audit looks for, and how to mend it</LocalLink>
                </p>
              </dd>
            </dl>
          )}
        </Loaded>
      </Panel>
      {isAdmin && <Backups />}
    </Page>
  )
}

/** Pages of this server that are no part of the console. */
const LocalLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} className="text-accent hover:underline">
    {children}
  </a>
)

function Backups() {
  return (
    <Panel title="Backups" about="made by whoever runs the server, at its command line">
      <p className="max-w-prose">
        A backup is both stores as one point of time, in a folder. The server goes on serving meanwhile.
      </p>
      <Command>sightline backup --to /backups/today</Command>
      <p className="max-w-prose">
        It is brought back into an empty data directory, by this release or a later one:
      </p>
      <Command>sightline restore --from /backups/today --data-dir ./new</Command>
      <p className="max-w-prose text-sm text-muted">
        Keys of providers are not in it: after a restore elsewhere they are asked for again. Keep it as safe
        as the data itself: it holds answers, accounts and hashes of keys.
      </p>
    </Panel>
  )
}

const Command = ({ children }: { children: string }) => (
  <pre className="my-3 rounded-md bg-sunken px-3 py-2 text-sm whitespace-pre-wrap select-all">{children}</pre>
)
