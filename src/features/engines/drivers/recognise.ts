import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import type { DatabaseType } from '../contract/kinds.ts'

/** So many bytes of a file tell what it is. */
export const headBytes = 1_024

const unpack = 'Unpack it, and import the SQL file that is in it.'
const decrypt = 'Decrypt it, and import what comes out.'

type Kind = { begins: readonly string[]; at?: number; sentence: string }

/** What begins so is a file of another kind; in bytes, as characters of Latin 1. */
const kinds: readonly Kind[] = [
  { begins: ['PK\x03\x04', 'PK\x05\x06'], sentence: `This is a zip archive. ${unpack}` },
  { begins: ['7z\xbc\xaf\x27\x1c'], sentence: `This is a 7-Zip archive. ${unpack}` },
  { begins: ['Rar!'], sentence: `This is a RAR archive. ${unpack}` },
  { begins: ['\xfd7zXZ\0'], sentence: `This file is packed by xz. ${unpack}` },
  { begins: ['BZh'], sentence: `This file is packed by bzip2. ${unpack}` },
  { begins: ['\x28\xb5\x2f\xfd'], sentence: `This file is packed by zstd. ${unpack}` },
  { begins: ['\x1f\x8b'], sentence: 'This file is packed by gzip twice. Unpack it once, and import that.' },
  {
    begins: ['toc.dat\0'],
    sentence: 'This is a dump in the tar format of pg_dump. Use its plain or its custom format.',
  },
  { begins: ['ustar'], at: 257, sentence: `This is a tar archive. ${unpack}` },
  { begins: ['Salted__', 'U2FsdGVkX1'], sentence: `This file is encrypted by OpenSSL. ${decrypt}` },
  { begins: ['-----BEGIN PGP MESSAGE'], sentence: `This file is encrypted by PGP. ${decrypt}` },
  { begins: ['age-encryption.org/'], sentence: `This file is encrypted by age. ${decrypt}` },
  { begins: ['SQLite format 3\0'], sentence: 'This is a database of SQLite. Import a dump of it as SQL.' },
  {
    begins: ['\x6d\xe2\x99\x81'],
    sentence: 'This is a dump of MongoDB. Import it into a MongoDB database.',
  },
]

const utf16 =
  'This file is UTF-16, as PowerShell writes what a program prints. Save it as UTF-8, or let the program write the file itself.'

/** What a file is that has something else than a dump of an SQL database; null for anything that may be one. */
function nameOther(text: string): string | null {
  const kind = kinds.find(({ begins, at = 0 }) => begins.some((each) => text.startsWith(each, at)))
  // Bit 0 of the flags in a local file header says that the file is encrypted (APPNOTE 4.4.4).
  if (kind && text.startsWith('PK\x03\x04') && (text.charCodeAt(6) & 1) === 1)
    return `This is a zip archive that is encrypted. ${unpack}`
  if (kind) return kind.sentence
  if (
    ['\xff\xfe', '\xfe\xff'].some((mark) => text.startsWith(mark)) ||
    (text[1] === '\0' && /^[ -~]/.test(text))
  )
    return utf16
  return /^\s*<(!doctype html|html|\?xml)/i.test(text) ? 'This is a web page, or XML, but no dump.' : null
}

const ofMysql =
  /^\s*(\/\*M?!|-- (MySQL|MariaDB) dump|-- phpMyAdmin SQL Dump|-- Adminer [\d.]+ My|-- -+\s-- Host:)/
const ofPostgres = /^(PGDMP|[\s\S]*?^-- PostgreSQL database (cluster )?dump)/m

const isOfOther = (text: string, type: DatabaseType): string | null => {
  if (type === 'mysql' && ofPostgres.test(text))
    return 'This is a dump of PostgreSQL, and this database is of MySQL. Import it into a PostgreSQL database.'
  if (type === 'postgresql' && ofMysql.test(text))
    return 'This is a dump of MySQL or MariaDB, and this database is of PostgreSQL. Import it into a MySQL database.'
  return null
}

/** Nothing that SQL begins with. */
const odd = /^\s*[^\s!-~]/

/**
 * Refuses a file that is no dump for an engine of this type, as far as its first bytes tell. @throws EngineRefused with what
 * it is and what to do
 */
export function refuseForeign(head: Uint8Array, type: DatabaseType): void {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, headBytes)).toString('latin1')
  const said = isOfOther(text, type) ?? nameOther(text)
  if (said !== null) throw new EngineRefused(said)
  if (text.startsWith('PGDMP')) return
  if (text.includes('\0') || odd.test(text))
    throw new EngineRefused('This is a binary file, or an encrypted one, but no SQL.')
}
