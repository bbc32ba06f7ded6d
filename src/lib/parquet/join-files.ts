import { readStruct, type ThriftList, type ThriftStruct, Written, writeStruct } from './thrift-compact.ts'

const magic = Buffer.from('PAR1')
/** The length of the metadata and the magic bytes, at the end of the file. */
const tailBytes = 8

/** Metadata field ids (`parquet.thrift` of the format) that affect file offsets. */
const ofFile = { rows: 3, groups: 4 }
const ofGroup = { columns: 1, place: 5, ordinal: 7 }
const ofColumn = { place: 2, about: 3 }
const ofAbout = [9, 10, 11]
/** Offsets of indexes and Bloom filters, which hold offsets themselves: joined files must not have any. */
const ofIndexes = { column: [4, 6], about: [14] }

/** Joins Parquet files into one, one row group after the other, holding only their metadata. */
export interface ParquetJoin {
  /**
   * Adds the rows of a complete file with the same columns as the others.
   * @returns the next bytes of the joined file
   * @throws Error if the file has indexes or Bloom filters
   */
  add(file: Buffer): Buffer
  /** The end of the joined file. Requires at least one added file. */
  end(): Buffer
  /** The number of added rows. */
  rows(): number
}

export function joinParquet(): ParquetJoin {
  let head: ThriftStruct | undefined
  let written = 0
  let rows = 0n
  const groups: Written[] = []
  return {
    add(file) {
      const metadataBytes = file.readUInt32LE(file.length - tailBytes)
      const bodyEnd = file.length - tailBytes - metadataBytes
      const metadata = readStruct(file.subarray(bodyEnd, file.length - tailBytes))
      const body = file.subarray(magic.length, bodyEnd)
      const shift = BigInt(written === 0 ? 0 : written - magic.length)
      for (const group of listOf(metadata, ofFile.groups)) {
        move(group, shift, groups.length)
        groups.push(new Written(writeStruct(group)))
      }
      rows += metadata.get(ofFile.rows)?.value as bigint
      head ??= metadata
      const part = written === 0 ? file.subarray(0, bodyEnd) : body
      written += part.length
      return part
    },
    end() {
      const known = head as ThriftStruct
      const list = known.get(ofFile.groups) as { type: number; value: ThriftList }
      known.set(ofFile.rows, { type: 6, value: rows })
      known.set(ofFile.groups, { ...list, value: { of: 12, items: groups } })
      const metadata = writeStruct(known)
      const length = Buffer.alloc(4)
      length.writeUInt32LE(metadata.length)
      return Buffer.concat([metadata, length, magic])
    },
    rows: () => Number(rows),
  }
}

const listOf = (struct: ThriftStruct, id: number) =>
  (struct.get(id) as { value: ThriftList }).value.items as ThriftStruct[]

/** Shifts the file offsets of a row group. */
function move(group: ThriftStruct, shift: bigint, ordinal: number): void {
  shiftField(group, ofGroup.place, shift)
  const place = group.get(ofGroup.ordinal)
  // 16 bits and optional: readers use the order of the list.
  if (place !== undefined && ordinal < 32_768) place.value = BigInt(ordinal)
  else group.delete(ofGroup.ordinal)
  for (const column of listOf(group, ofGroup.columns)) {
    refuse(column, ofIndexes.column)
    shiftField(column, ofColumn.place, shift)
    const about = column.get(ofColumn.about)?.value as ThriftStruct
    refuse(about, ofIndexes.about)
    for (const id of ofAbout) shiftField(about, id, shift)
  }
}

function shiftField(struct: ThriftStruct, id: number, shift: bigint): void {
  const field = struct.get(id)
  // Some writers set an absent offset to 0.
  if (field !== undefined && field.value !== 0n) field.value = (field.value as bigint) + shift
}

function refuse(struct: ThriftStruct, ids: readonly number[]): void {
  if (ids.some((id) => struct.has(id))) throw new Error('the file has indexes, which cannot be moved')
}
