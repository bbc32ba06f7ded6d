import { type FileMetaData, parquetMetadata } from 'hyparquet'
import { ByteWriter } from 'hyparquet-writer'
import { writeMetadata } from 'hyparquet-writer/src/metadata.js'

const magic = Buffer.from('PAR1')
/** The length of the metadata and the magic bytes, at the end of the file. */
const tailBytes = 8

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
  let joined: FileMetaData | undefined
  let written = 0
  return {
    add(file) {
      const added = parquetMetadata(file)
      const start = written === 0 ? 0 : magic.length
      const bodyEnd = file.length - tailBytes - added.metadata_length
      moveGroups(added, BigInt(written - start))
      if (joined === undefined) joined = added
      else {
        joined.row_groups.push(...added.row_groups)
        joined.num_rows += added.num_rows
      }
      written += bodyEnd - start
      return file.subarray(start, bodyEnd)
    },
    end() {
      const metadata = new ByteWriter()
      const { schema, ...rest } = joined as FileMetaData
      // hyparquet-writer 0.17 writes the width of integers in a form that DuckDB rejects; `converted_type` has it too.
      const readable = schema.map(({ logical_type: type, ...element }) =>
        type === undefined || type.type === 'INTEGER' ? element : { ...element, logical_type: type },
      )
      writeMetadata(metadata, { ...rest, schema: readable })
      return Buffer.concat([metadata.getBytes(), magic])
    },
    rows: () => Number(joined?.num_rows ?? 0),
  }
}

/** Shifts the file offsets of row groups. */
function moveGroups({ row_groups }: FileMetaData, shift: bigint): void {
  for (const group of row_groups) {
    shiftFields(group, ['file_offset'], shift)
    for (const column of group.columns) {
      const { meta_data: about } = column
      if (column.offset_index_offset || column.column_index_offset || about?.bloom_filter_offset)
        throw new Error('the file has indexes, which cannot be moved')
      shiftFields(column, ['file_offset'], shift)
      if (about !== undefined)
        shiftFields(about, ['data_page_offset', 'index_page_offset', 'dictionary_page_offset'], shift)
    }
  }
}

function shiftFields<Name extends string>(of: { [K in Name]?: bigint }, names: readonly Name[], shift: bigint): void {
  for (const name of names) {
    const offset: bigint | undefined = of[name]
    // Some writers set an absent offset to 0.
    if (offset) of[name] = offset + shift
  }
}
