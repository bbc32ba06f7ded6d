import { sql } from '../../stores/clickhouse-sql.ts'
import type { TestApp } from '../test-app.ts'

/** A stored sentiment in hundredths of points, and stance. */
export interface Tone {
  sentiment: number | null
  stance: string
}

interface ShownTopic {
  id: string
  name: string
  parent_topic_id: string | null
}

/** A brand's topics, and a function that finds one by its path in answers files. */
export async function topicsOf(test: TestApp, brandId: string, key: string) {
  const { body } = await test.get(`/v1/brands/${brandId}/topics?limit=100`, key)
  const shown: ShownTopic[] = body.data
  const idOf = (topic: string | undefined) => {
    const [root, child] = (topic ?? 'Unassigned').split(' / ')
    const parent = shown.find(({ name, parent_topic_id }) => name === root && parent_topic_id === null)
    if (child === undefined) return parent?.id
    return shown.find(({ name, parent_topic_id }) => name === child && parent_topic_id === parent?.id)?.id
  }
  return {
    idOf,
    list: shown.map(({ id, name, parent_topic_id }) => ({ id, name, parentId: parent_topic_id })),
  }
}

/** Ids of a brand's tags by name. */
export async function tagsOf(test: TestApp, brandId: string, key: string): Promise<Map<string, string>> {
  const { body } = await test.get(`/v1/brands/${brandId}/tags`, key)
  const shown: { id: string; name: string }[] = body.data
  return new Map(shown.map((tag) => [tag.name, tag.id]))
}

/** The id of a brand's prompt by its text. */
export async function promptIdOf(test: TestApp, brandId: string, text: string): Promise<string> {
  const prompts = test.app.services.db.selectFrom('prompts').select('id').where('text', '=', text)
  return (await prompts.where('brand_id', '=', brandId).executeTakeFirstOrThrow()).id
}

/**
 * The current sentiments and stances as stored by the program; their reading from words is tested elsewhere.
 * @returns a function of the answer's source id and the entity's id, which throws if nothing is stored; the sentiment
 * is null if no sentence judges the entity
 */
export async function storedTones(test: TestApp, brandId: string) {
  const { db, clickhouse } = test.app.services
  const brands = db.selectFrom('brands').select('reading_version').where('id', '=', brandId)
  const { reading_version: version } = await brands.executeTakeFirstOrThrow()
  const competitors = await db
    .selectFrom('competitors')
    .select(['id', 'number'])
    .where('brand_id', '=', brandId)
    .execute()
  const idOf = new Map(competitors.map(({ number, id }) => [number, id])).set(1, brandId)
  const rows = await clickhouse.query<{
    source_id: string
    entity: number
    sentiment: number
    stance: string
  }>(
    sql`SELECT source_id, m.1 AS entity, m.2 AS sentiment, toString(m.3) AS stance
      FROM (SELECT answer_id, arrayJoin(arrayZip(mentions.entity, mentions.sentiment, mentions.stance)) AS m
        FROM readings WHERE brand_id = ${brandId} AND version = ${version}) AS read
      INNER JOIN (SELECT answer_id, source_id FROM answers WHERE brand_id = ${brandId}) AS stored USING (answer_id)`,
  )
  const tones = new Map(rows.map((row) => [`${row.source_id} ${idOf.get(row.entity)}`, row]))
  return (sourceId: string, entityId: string): Tone => {
    const tone = tones.get(`${sourceId} ${entityId}`)
    if (tone === undefined) throw new Error(`no stored mention of ${entityId} in ${sourceId}`)
    return { sentiment: tone.sentiment === 65_535 ? null : tone.sentiment, stance: tone.stance }
  }
}
