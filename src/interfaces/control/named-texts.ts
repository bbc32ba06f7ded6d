import type { Operation } from '../../kernel/operation.ts'
import { type Named, resolveNames } from '../names/resolve-names.ts'

type Texts = Record<string, string[]>

/**
 * Replaces names in a command's texts with ids: first its workspace, then its brand, then what they contain. Empty texts
 * and `null` clear fields.
 * @param read reads all rows of a list
 * @param isWrite whether a part of a prompt's text is too little to name it
 * @throws ApiError invalid_request with the candidates if a name matches nothing or several
 */
export async function resolveTexts(
  texts: Texts,
  lists: readonly Operation[],
  read: (list: Operation, texts: Texts) => Promise<Named[]>,
  isWrite: boolean,
): Promise<Texts> {
  let ids = texts

  async function rowsOf(name: string): Promise<Named[] | undefined> {
    const list = lists.find((one) => one.name === name)
    const { brand_id } = ids
    if (list === undefined || (list.on === 'brand' && brand_id === undefined)) return undefined
    if (list.on === 'brand') return read(list, { brand_id } as Texts)
    if (list.on === 'installation') return read(list, {})
    const rows: Named[] = []
    for (const id of ids.workspace_id ?? (await workspacesOf(name)))
      rows.push(...(await read(list, { workspace_id: [id] })))
    return rows
  }

  /** The workspace of the brand. All of them if the command names no brand, or to find it. */
  async function workspacesOf(list: string): Promise<string[]> {
    const brand = list === 'list-brands' ? undefined : ids.brand_id?.[0]?.toLowerCase()
    const all = await rowsOf(brand === undefined ? 'list-workspaces' : 'list-brands')
    const own = brand === undefined ? all : all?.filter(({ id }) => id === brand)
    return (own ?? []).map(({ id, workspace_id }) => String(brand === undefined ? id : workspace_id))
  }

  for (const fields of [['workspace_id'], ['brand_id'], Object.keys(texts)]) {
    const named = Object.entries(ids).filter(
      ([field, values]) => fields.includes(field) && values.every((text) => text !== '' && text !== 'null'),
    )
    ids = { ...ids, ...((await resolveNames(rowsOf, Object.fromEntries(named), { isWrite })) as Texts) }
  }
  return ids
}
