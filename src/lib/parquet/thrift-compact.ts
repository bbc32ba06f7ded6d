/*
 * The part of Thrift's compact protocol that Parquet metadata uses:
 * https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
 */

/** Type codes in the headers of fields and lists. */
export const thriftType = { true: 1, false: 2, byte: 3, i64: 6, double: 7, binary: 8, list: 9, struct: 12 }

export interface ThriftList {
  of: number
  items: ThriftValue[]
}

/** Fields by id, in the order read. */
export type ThriftStruct = Map<number, { type: number; value: ThriftValue }>

/** Integers are bigint; a `Written` is already encoded. */
export type ThriftValue = boolean | bigint | Buffer | ThriftList | ThriftStruct | Written

/** A value encoded earlier, for a field of its type. */
export class Written {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

interface Reader {
  bytes: Buffer
  at: number
}

/** @throws Error if the bytes are not a struct */
export const readStruct = (bytes: Buffer): ThriftStruct => structAt({ bytes, at: 0 })

function structAt(reader: Reader): ThriftStruct {
  const fields: ThriftStruct = new Map()
  let id = 0
  for (;;) {
    const head = byteOf(reader)
    const type = head & 0x0f
    if (type === 0) return fields
    id = head >> 4 === 0 ? Number(unzigzag(varint(reader))) : id + (head >> 4)
    fields.set(id, { type, value: fieldOf(reader, type) })
  }
}

/** The value of a field. The type of a boolean field holds its value. */
const fieldOf = (reader: Reader, type: number): ThriftValue =>
  type === thriftType.true || type === thriftType.false ? type === thriftType.true : readValue(reader, type)

function readValue(reader: Reader, type: number): ThriftValue {
  if (type === thriftType.true || type === thriftType.false) return byteOf(reader) === thriftType.true
  if (type === thriftType.byte) return BigInt(byteOf(reader))
  if (type > thriftType.byte && type <= thriftType.i64) return unzigzag(varint(reader))
  if (type === thriftType.double) return cut(reader, 8)
  if (type === thriftType.binary) return cut(reader, Number(varint(reader)))
  if (type === thriftType.list) return listOf(reader)
  if (type === thriftType.struct) return structAt(reader)
  throw new Error(`unknown Parquet field type: ${type}`)
}

function listOf(reader: Reader): ThriftList {
  const head = byteOf(reader)
  const size = head >> 4 === 15 ? Number(varint(reader)) : head >> 4
  const of = head & 0x0f
  return { of, items: Array.from({ length: size }, () => readValue(reader, of)) }
}

function byteOf(reader: Reader): number {
  const byte = reader.bytes[reader.at++]
  if (byte === undefined) throw new Error('the metadata is truncated')
  return byte
}

function cut(reader: Reader, length: number): Buffer {
  const end = reader.at + length
  if (end > reader.bytes.length) throw new Error('the metadata is truncated')
  const bytes = Buffer.from(reader.bytes.subarray(reader.at, end))
  reader.at = end
  return bytes
}

function varint(reader: Reader): bigint {
  let value = 0n
  for (let shift = 0n; ; shift += 7n) {
    const byte = byteOf(reader)
    value |= BigInt(byte & 0x7f) << shift
    if (byte < 0x80) return value
  }
}

const unzigzag = (value: bigint) => (value >> 1n) ^ -(value & 1n)

/** Encodes a struct; the inverse of `readStruct`. */
export function writeStruct(fields: ThriftStruct): Buffer {
  const parts: Buffer[] = []
  let last = 0
  for (const [id, { type, value }] of fields) {
    const delta = id - last
    const kind = typeof value === 'boolean' ? (value ? thriftType.true : thriftType.false) : type
    if (delta > 0 && delta <= 15) parts.push(Buffer.from([(delta << 4) | kind]))
    else parts.push(Buffer.from([kind]), toVarint(zigzag(BigInt(id))))
    if (typeof value !== 'boolean') parts.push(writeValue(type, value))
    last = id
  }
  parts.push(Buffer.from([0]))
  return Buffer.concat(parts)
}

function writeValue(type: number, value: ThriftValue): Buffer {
  if (value instanceof Written) return value.bytes
  if (typeof value === 'boolean') return Buffer.from([value ? thriftType.true : thriftType.false])
  if (typeof value === 'bigint')
    return type === thriftType.byte ? Buffer.from([Number(value)]) : toVarint(zigzag(value))
  if (Buffer.isBuffer(value))
    return type === thriftType.double ? value : Buffer.concat([toVarint(BigInt(value.length)), value])
  return value instanceof Map ? writeStruct(value) : writeList(value)
}

function writeList({ of, items }: ThriftList): Buffer {
  const head =
    items.length < 15
      ? [Buffer.from([(items.length << 4) | of])]
      : [Buffer.from([0xf0 | of]), toVarint(BigInt(items.length))]
  return Buffer.concat([...head, ...items.map((item) => writeValue(of, item))])
}

const zigzag = (value: bigint) => (value << 1n) ^ (value >> 63n)

function toVarint(value: bigint): Buffer {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, value)
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
  bytes.push(Number(rest))
  return Buffer.from(bytes)
}
