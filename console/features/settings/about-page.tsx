import { useRead } from '../../api/hooks.ts'
import { Page } from '../../frame/page.tsx'
import { useAssignableRoles } from '../../frame/use-permission.ts'
import { Facts } from '../../ui/facts.tsx'
import { LoadedPanel, Panel } from '../../ui/panel.tsx'
import backups from './backups.json' with { type: 'json' }

export function AboutPage() {
  const isAdmin = useAssignableRoles().includes('admin')
  return (
    <Page title="About" about="Sightline measures how AI search engines mention brands.">
      <LoadedPanel query={useRead('get-about')} lines={3} title="This installation">
        {({ data: { release, licence } }) => (
          <Facts
            facts={[
              ['Release', release],
              ['License', localLink('/docs/licence', licence)],
              ['Documentation', localLink('/docs', 'API reference')],
              ['Audits', localLink('/docs/checks', 'Audit checks and fixes')],
            ]}
          />
        )}
      </LoadedPanel>
      {isAdmin && (
        <Panel title="Backups" about="the server operator creates backups on the command line">
          {backups.map(({ text, command }) => (
            <div key={text} className="max-w-prose">
              <p>{text}</p>
              {command && (
                <pre className="my-3 rounded-md bg-sunken px-3 py-2 text-sm whitespace-pre-wrap select-all">
                  {command}
                </pre>
              )}
            </div>
          ))}
        </Panel>
      )}
    </Page>
  )
}

const localLink = (href: string, text: string) => (
  <a href={href} className="text-accent hover:underline">
    {text}
  </a>
)
