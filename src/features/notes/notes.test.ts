import { beforeAll, expect, it } from 'vitest'
import { type Fixture, fixtureNow, startFixtureApp } from '../../testing/fixture.ts'
import type { TestApp } from '../../testing/test-app.ts'

let test: TestApp
let fixture: Fixture
beforeAll(async () => {
  ;({ test, fixture } = await startFixtureApp())
})

const brandId = () => fixture.ids.brand_id?.[0] as string
const notes = async (query = '') => {
  const { body } = await test.get(`/v1/brands/${brandId()}/notes${query}`, fixture.key)
  return (body as { data: { id: string; day: string; text: string }[] }).data
}

it('lists notes of the period, newest first', async () => {
  test.setNow(new Date(Date.parse(fixtureNow) + 1000).toISOString())
  const text = '<b>Launch</b> of \u{1F45F} =1+1'
  const note = await test.operate<{ id: string }>('create-note', {
    brand_id: brandId(),
    day: '2026-05-31',
    text,
  })
  expect((await notes())[0]).toMatchObject({ id: note.id, day: '2026-05-31', text })
  expect((await notes('?start_date=2026-06-01&end_date=2026-06-01')).map(({ day }) => day)).toEqual(['2026-06-01'])
  expect((await notes('?end_date=2026-05-31')).map(({ id }) => id)).toEqual([note.id])
})

it('deletes a note once, and only for its own brand', async () => {
  const otherInput = {
    brand_id: fixture.otherIds.brand_id?.[0] as string,
    note_id: fixture.ids.note_id?.[0] as string,
  }
  await expect(test.operate('delete-note', otherInput)).rejects.toThrow('note')
  const own = { ...otherInput, brand_id: brandId() }
  await test.operate('delete-note', own)
  await expect(test.operate('delete-note', own)).rejects.toThrow('note')
  expect((await notes()).map(({ id }) => id)).not.toContain(own.note_id)
})

it.each([
  [{ day: '2026-02-30' }, 'day'],
  [{ day: 'yesterday' }, 'day'],
  [{ text: ' ' }, 'text'],
  [{ text: 'x'.repeat(501) }, 'text'],
])('rejects a note with %j and names the field %s', async (wrong, field) => {
  const input = { brand_id: brandId(), day: '2026-06-01', text: 'Launch', ...wrong }
  await expect(test.operate('create-note', input)).rejects.toThrow(field)
})
