import type { Operation } from '../../kernel/operation.ts'
import { type Named, resolveNames } from '../names/resolve-names.ts'

type Texts = Record<string, string[]>

/**
 * Replaces names in a command's texts with ids: first its workspace, then its brand, then what they contain. Empty
 * texts and `null` clear fields. In a write, a part of a prompt's text does not name it.
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
    if (list?.on === 'brand') return brand_id && read(list, { brand_id })
    if (list?.on !== 'workspace') return list && read(list, {})
    const rows = []
    for (const id of ids.workspace_id ?? (await workspacesOf(name === 'list-brands' ? undefined : brand_id?.[0])))
      rows.push(...(await read(list, { workspace_id: [id] })))
    return rows
  }

  /** The workspace of a brand, or all of them. */
  async function workspacesOf(brandId: string | undefined): Promise<string[]> {
    if (brandId === undefined) return ((await rowsOf('list-workspaces')) ?? []).map(({ id }) => String(id))
    const brands = (await rowsOf('list-brands')) ?? []
    return brands.filter(({ id }) => id === brandId.toLowerCase()).map(({ workspace_id }) => String(workspace_id))
  }

  for (const fields of [['workspace_id'], ['brand_id'], Object.keys(texts)]) {
    const named = Object.entries(ids).filter(
      ([field, values]) => fields.includes(field) && values.every((text) => text !== '' && text !== 'null'),
    )
    ids = { ...ids, ...((await resolveNames(rowsOf, Object.fromEntries(named), { isWrite })) as Texts) }
  }
  return ids
}
