import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import type { View } from './view.ts'

// Counting by several columns, texts among them, takes several times as long as counting by one number: ClickHouse hashes a
// number with its fastest table, and copies it for each name of an answer instead of a text.

/**
 * The function that makes a packed number of the narrowest type.
 * @param size all numbers are smaller
 */
export const packedInto = (size: number): Sql =>
  // By numbers of 16 bits ClickHouse counts in a plain array, in half the time that its hash tables take.
  sql.raw(size <= 2 ** 16 ? 'toUInt16' : size <= 2 ** 32 ? 'toUInt32' : 'toUInt64')

/** What follows an ARRAY JOIN of named entities, so that the greatest number is that of an active one. */
export const activeOnly = ({ onlyActive }: View, active: readonly number[]): Sql =>
  onlyActive ? sql`` : sql`WHERE has(${active}, entity)`

/** The number of a text among those given, from 0. Plain literals: it is then looked up once for each text that there is. */
const placeAmong = (column: Sql, values: readonly string[]): Sql =>
  values.length === 0 ? sql`0` : sql`transform(${column}, ${values}, ${[...values.keys()]}, 0)`

/** Where questions were asked, besides their prompt. */
export interface Place {
  engine: string
  country: string
}

/** Numbers of pairs of an engine and a country, and of prompts with them. */
export interface Places {
  /** Of an answer's prompt, engine and country, over columns. */
  cell: Sql
  engine: Sql
  country: Sql
  engines: readonly string[]
  countries: readonly string[]
  /** What a number of `cell` stands for. */
  unpack(cell: number): Place & { prompt: number }
}

/** @param countries empty where they are not told apart */
export function packPlaces(engines: readonly string[], countries: readonly string[]): Places {
  const [engine, country] = [placeAmong(sql`engine`, engines), placeAmong(sql`country`, countries)]
  const size = Math.max(1, engines.length) * Math.max(1, countries.length)
  const each = Math.max(1, countries.length)
  return {
    engine,
    country,
    engines,
    countries,
    cell: sql`(toUInt64(prompt) * ${size} + ${engine} * ${each} + ${country})`,
    unpack(cell) {
      const place = cell % size
      return {
        prompt: Math.floor(cell / size),
        engine: engines[Math.floor(place / each)] ?? '',
        country: countries[place % each] ?? '',
      }
    },
  }
}
