import { type Column, mainColumn } from '../../ui/table.tsx'

interface BrowserSession {
  user_agent: string | null
  address: string | null
  is_current: boolean
}

export const browserColumn = <T extends BrowserSession>(): Column<T> =>
  mainColumn('Browser', ({ user_agent, address, is_current }) => (
    <>
      <bdi>{user_agent ?? 'Unknown'}</bdi>
      <span className="block text-sm text-muted">
        from {address}
        {is_current && ' · this session'}
      </span>
    </>
  ))
