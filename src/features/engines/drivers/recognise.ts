import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import type { DatabaseType } from '../contract/kinds.ts'

/** Bytes needed to recognise a file. */
export const headBytes = 1_024

const unpack = 'Unpack it and import the SQL file inside.'
const decrypt = 'Decrypt it and import the result.'

type Kind = { begins: readonly string[]; at?: number; sentence: string }

/** Signatures of other file formats; bytes as Latin 1 characters. */
const kinds: readonly Kind[] = [
  { begins: ['PK\x03\x04', 'PK\x05\x06'], sentence: `This is a zip archive. ${unpack}` },
  { begins: ['7z\xbc\xaf\x27\x1c'], sentence: `This is a 7-Zip archive. ${unpack}` },
  { begins: ['Rar!'], sentence: `This is a RAR archive. ${unpack}` },
  { begins: ['\xfd7zXZ\0'], sentence: `This file is compressed with xz. ${unpack}` },
  { begins: ['BZh'], sentence: `This file is compressed with bzip2. ${unpack}` },
  { begins: ['\x28\xb5\x2f\xfd'], sentence: `This file is compressed with zstd. ${unpack}` },
  {
    begins: ['\x1f\x8b'],
    sentence: 'This file is compressed with gzip twice. Unpack it once and import the result.',
  },
  {
    begins: ['toc.dat\0'],
    sentence: 'This is a pg_dump file in the tar format. Use the plain or the custom format.',
  },
  { begins: ['ustar'], at: 257, sentence: `This is a tar archive. ${unpack}` },
  { begins: ['Salted__', 'U2FsdGVkX1'], sentence: `This file is encrypted with OpenSSL. ${decrypt}` },
  { begins: ['-----BEGIN PGP MESSAGE'], sentence: `This file is encrypted with PGP. ${decrypt}` },
  { begins: ['age-encryption.org/'], sentence: `This file is encrypted with age. ${decrypt}` },
  {
    begins: ['SQLite format 3\0'],
    sentence: 'This is an SQLite database. Export it as an SQL dump and import that.',
  },
  {
    begins: ['\x6d\xe2\x99\x81'],
    sentence: 'This is a MongoDB dump. Import it into a MongoDB database.',
  },
]

const utf16 =
  'This file is UTF-16, which PowerShell writes by default. Save it as UTF-8, or let the export program write the file itself.'

/** Recognises a file that cannot be an SQL dump, as a sentence; null otherwise. */
function nameOther(text: string): string | null {
  const kind = kinds.find(({ begins, at = 0 }) => begins.some((each) => text.startsWith(each, at)))
  // Bit 0 of the flags in a local file header marks encryption (APPNOTE 4.4.4).
  if (kind && text.startsWith('PK\x03\x04') && (text.charCodeAt(6) & 1) === 1)
    return `This is an encrypted zip archive. ${unpack}`
  if (kind) return kind.sentence
  if (
    ['\xff\xfe', '\xfe\xff'].some((mark) => text.startsWith(mark)) ||
    (text[1] === '\0' && /^[ -~]/.test(text))
  )
    return utf16
  return /^\s*<(!doctype html|html|\?xml)/i.test(text) ? 'This is a web page or XML, not a dump.' : null
}

const ofMysql =
  /^\s*(\/\*M?!|-- (MySQL|MariaDB) dump|-- phpMyAdmin SQL Dump|-- Adminer [\d.]+ My|-- -+\s-- Host:)/
const ofPostgres = /^(PGDMP|[\s\S]*?^-- PostgreSQL database (cluster )?dump)/m

const isOfOther = (text: string, type: DatabaseType): string | null => {
  if (type === 'mysql' && ofPostgres.test(text))
    return 'This is a PostgreSQL dump, but this is a MySQL database. Import it into a PostgreSQL database.'
  if (type === 'postgresql' && ofMysql.test(text))
    return 'This is a MySQL or MariaDB dump, but this is a PostgreSQL database. Import it into a MySQL database.'
  return null
}

/** Characters that SQL never begins with. */
const odd = /^\s*[^\s!-~]/

/**
 * Rejects a file that is not a dump for this engine type, judging by its first bytes. @throws EngineRefused with what it is and
 * what to do
 */
export function refuseForeign(head: Uint8Array, type: DatabaseType): void {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, headBytes)).toString('latin1')
  const said = isOfOther(text, type) ?? nameOther(text)
  if (said !== null) throw new EngineRefused(said)
  if (text.startsWith('PGDMP')) return
  if (text.includes('\0') || odd.test(text))
    throw new EngineRefused('This is a binary or encrypted file, not SQL.')
}
