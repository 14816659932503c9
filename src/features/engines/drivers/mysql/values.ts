import type { FieldPacket } from 'mysql2'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const binaryCharset = 63

/** A value as the server writes it; binary data as hexadecimal, such as `0x00ff`. */
export function textOf(type: string, value: Buffer | null): string | null {
  if (value === null) return null
  if (type === 'BIT') return value.length === 0 ? '0' : BigInt(`0x${value.toString('hex')}`).toString()
  if (type === 'GEOMETRY') return `0x${value.toString('hex')}`
  try {
    return utf8.decode(value)
  } catch {
    return `0x${value.toString('hex')}`
  }
}

const texts: Record<string, [text: string, binary: string]> = {
  VAR_STRING: ['varchar', 'varbinary'],
  STRING: ['char', 'binary'],
  VARCHAR: ['varchar', 'varbinary'],
  BLOB: ['text', 'blob'],
  TINY_BLOB: ['tinytext', 'tinyblob'],
  MEDIUM_BLOB: ['mediumtext', 'mediumblob'],
  LONG_BLOB: ['longtext', 'longblob'],
}

const numbers: Record<string, string> = {
  TINY: 'tinyint',
  SHORT: 'smallint',
  LONG: 'int',
  INT24: 'mediumint',
  LONGLONG: 'bigint',
  NEWDECIMAL: 'decimal',
}

/** The SQL type of a column; `names` are the library's type names by number. */
export function typeOf({ columnType, characterSet }: FieldPacket, names: object): string {
  const name = (names as Record<number, string>)[columnType ?? -1] ?? ''
  const text = texts[name]
  if (text) return characterSet === binaryCharset ? text[1] : text[0]
  return numbers[name] ?? name.toLowerCase()
}
