import type { ReactNode } from 'react'
import { rowOf, useReadAll } from '../../api/hooks.ts'
import { RowList } from '../../ui/collapsible-rows.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Empty, Loaded, Panel } from '../../ui/panel.tsx'
import { languageName, type Style, scopeOf } from './style-words.ts'
import words from './words.json' with { type: 'json' }
import { WritingStyleForm } from './writing-style-form.tsx'

const { scopes, headings, formalities, statistics, englishes } = words

export function WritingStyles() {
  const query = useReadAll('list-writing-styles')
  const actionsOf = (style: Style) => (
    <div className="flex gap-2">
      <WritingStyleForm style={style} version={rowOf(query.data, style.id)?.version} />
      <ConfirmButton
        kind="quiet"
        operation="delete-writing-style"
        of={style.name}
        input={{ writing_style_id: style.id }}
      >
        {style.is_default && <p>The next style for the same use becomes the default.</p>}
      </ConfirmButton>
    </div>
  )
  return (
    <>
      <p className="text-right empty:hidden">
        <WritingStyleForm />
      </p>
      <Loaded query={query} lines={10}>
        {({ data }) => (
          <div className="space-y-5">
            {data.length === 0 && (
              <Empty title="No writing styles yet">A style defines how the brand writes: its tone and its rules.</Empty>
            )}
            {[...Map.groupBy(data, scopeOf)].map(([scope, styles]) => (
              <Panel key={scope} title={scopes[scope]}>
                <RowList rows={styles}>
                  {(style) => (
                    <li key={style.id} className="py-4 first:pt-0 last:pb-0">
                      <WritingStyle style={style} actions={actionsOf(style)} />
                    </li>
                  )}
                </RowList>
              </Panel>
            ))}
          </div>
        )}
      </Loaded>
    </>
  )
}

function WritingStyle({ style, actions }: { style: Style; actions: ReactNode }) {
  const { name, is_default, tone_of_voice, writing_rules, language_overrides } = style
  const tones = [...tone_of_voice.presets, ...tone_of_voice.custom_tones]
  const settings = settingsOf(style)
  return (
    <article className="space-y-3 wrap-anywhere">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="font-medium">
          <bdi>{name}</bdi>
          {is_default && <span className="ml-2 text-sm font-normal text-muted">Default</span>}
        </h3>
        {actions}
      </header>
      {tones.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label="Tone">
          {tones.map((tone) => (
            <li key={tone} className="rounded-full bg-sunken px-3 py-0.5 text-sm">
              <bdi>{tone}</bdi>
            </li>
          ))}
        </ul>
      )}
      {tone_of_voice.description !== '' && (
        <bdi className="block max-w-prose whitespace-pre-line">{tone_of_voice.description}</bdi>
      )}
      <Rules {...writing_rules} />
      {settings.length > 0 && <p className="text-sm text-muted">{settings.join(' · ')}</p>}
      {Object.entries(language_overrides).map(([code, override]) => (
        <section key={code} className="border-l-2 border-line-strong pl-4" aria-label={languageName(code)}>
          <h4 className="text-sm font-medium">In {languageName(code)}</h4>
          <p className="text-sm text-muted">
            <bdi>
              {[
                override.formality && formalities[override.formality],
                override.english_variant && `${englishes[override.english_variant]} English`,
                override.nuance,
              ]
                .filter(Boolean)
                .join(' · ')}
            </bdi>
          </p>
          <Rules always_do={override.always_do} never_do={override.never_do} />
        </section>
      ))}
    </article>
  )
}

function settingsOf(style: Style): string[] {
  if (scopeOf(style) !== 'content') return []
  const { heading_case_style, translation_formality, competitor_statistics_mode, english_variant } = style
  return [
    `Headings: ${headings[heading_case_style].toLowerCase()}`,
    translation_formality && `Translation formality: ${formalities[translation_formality].toLowerCase()}`,
    competitor_statistics_mode && `Competitor statistics: ${statistics[competitor_statistics_mode].toLowerCase()}`,
    english_variant && `English: ${englishes[english_variant]}`,
  ].filter((setting) => setting !== null)
}

function Rules({ always_do, never_do }: { always_do: readonly string[]; never_do: readonly string[] }) {
  return (
    <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
      {Object.entries({ Always: always_do, Never: never_do }).map(
        ([name, rules]) =>
          rules.length > 0 && (
            <div key={name}>
              <p className="text-sm text-muted">{name}</p>
              <ul className="list-disc pl-5">
                {rules.map((rule) => (
                  <li key={rule}>
                    <bdi>{rule}</bdi>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </div>
  )
}
