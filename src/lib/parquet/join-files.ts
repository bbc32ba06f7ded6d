import { readStruct, type ThriftList, type ThriftStruct, Written, writeStruct } from './thrift-compact.ts'

const magic = Buffer.from('PAR1')
/** What stands behind the metadata: its length and the magic bytes. */
const tailBytes = 8

/** Ids of fields of the metadata (`parquet.thrift` of the format), as far as places in the file depend on them. */
const ofFile = { rows: 3, groups: 4 }
const ofGroup = { columns: 1, place: 5, ordinal: 7 }
const ofColumn = { place: 2, about: 3 }
const ofAbout = [9, 10, 11]
/** Places of indexes and Bloom filters, which hold places themselves: no file that is joined may have any. */
const ofIndexes = { column: [4, 6], about: [14] }

/** Puts Parquet files together into one, a row group after the other, holding nothing but their metadata. */
export interface ParquetJoin {
  /**
   * Adds the rows of a whole file with the same columns as the others.
   * @returns what follows in the joined file
   * @throws Error for a file with indexes or Bloom filters
   */
  add(file: Buffer): Buffer
  /** The end of the joined file, of which at least one was added. */
  end(): Buffer
  /** Rows that were added. */
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

/** Moves what a row group says of its places in the file. */
function move(group: ThriftStruct, shift: bigint, ordinal: number): void {
  shiftField(group, ofGroup.place, shift)
  const place = group.get(ofGroup.ordinal)
  // 16 bits, and not needed: readers take the order of the list.
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
  // Some writers leave a place at 0, for one that is not given.
  if (field !== undefined && field.value !== 0n) field.value = (field.value as bigint) + shift
}

function refuse(struct: ThriftStruct, ids: readonly number[]): void {
  if (ids.some((id) => struct.has(id))) throw new Error('the file has indexes, which cannot be moved')
}
