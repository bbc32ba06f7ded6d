import type { RowOf } from '../../api/hooks.ts'
import { type Column, mainColumn } from '../../ui/table.tsx'

type Session = Pick<RowOf<'list-sessions'>, 'user_agent' | 'address' | 'is_current'>

export const browserColumn = <T extends Session>(): Column<T> =>
  mainColumn('Browser', ({ user_agent, address, is_current }) => (
    <>
      <bdi>{user_agent ?? 'Unknown'}</bdi>
      <span className="block text-sm text-muted">
        from {address}
        {is_current && ' · this session'}
      </span>
    </>
  ))
