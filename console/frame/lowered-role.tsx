import { useEffect, useState } from 'react'
import { type Role, roleNames } from '../copy/roles.ts'
import { Button } from '../ui/button.tsx'
import { unsavedTexts } from '../ui/use-draft.ts'
import { isLowerRole, useMe, useOwnRole } from './use-permission.ts'

/**
 * Warns that the user’s role in a workspace was lowered during this session: forms that the new role does not
 * allow are hidden. Shows the text typed into them.
 */
export function LoweredRole({ workspaceId }: { workspaceId: string }) {
  const role = useOwnRole(workspaceId)
  const [former, setFormer] = useFormerRole(workspaceId)
  const isLowered = role !== undefined && former !== undefined && isLowerRole(role, former)
  useEffect(() => {
    if (role !== undefined && role !== former && !isLowered) setFormer(role)
  })
  if (!isLowered) return null
  const texts = unsavedTexts()
  return (
    <section role="alert" className="mx-auto mt-5 max-w-6xl px-4 sm:px-8">
      <div className="rounded-lg bg-warn-soft px-4 py-3">
        <p className="font-semibold text-warn">
          Your role in this workspace changed from {roleNames[former].name.toLowerCase()} to{' '}
          {roleNames[role].name.toLowerCase()}
        </p>
        <p className="text-sm">
          You no longer see what this role does not allow. A workspace admin can change your role.
          {texts.length > 0 && ' Your unsaved input stays in this tab:'}
        </p>
        {texts.map((text) => (
          <pre key={text} className="mt-2 max-h-48 overflow-y-auto font-sans whitespace-pre-wrap select-all">
            <bdi>{text}</bdi>
          </pre>
        ))}
        <Button className="mt-3" onClick={() => setFormer(role)}>
          Dismiss
        </Button>
      </div>
    </section>
  )
}

/** The role that the user had in this tab, kept across reloads and expired sessions. */
function useFormerRole(workspaceId: string) {
  const me = useMe()
  const key = `sightline-role:${me?.id}:${workspaceId}`
  const [former, setFormer] = useState(() => {
    const stored = sessionStorage.getItem(key)
    return stored !== null && stored in roleNames ? (stored as Role) : undefined
  })
  const change = (role: Role) => {
    sessionStorage.setItem(key, role)
    setFormer(role)
  }
  return [former, change] as const
}
