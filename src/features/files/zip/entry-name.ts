import { crc32 } from 'node:zlib'
import { type Entry, getFileNameLowLevel } from 'yauzl'
import { invalid } from '#shared/errors.ts'
import { isShownName, readName } from '../contract/names.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The UTF-8 name in an extra field, if it matches the name in the header (APPNOTE 4.6.9). */
const fieldName = (raw: Buffer, { extraFields }: Entry): Buffer | undefined =>
  extraFields
    .find(
      ({ id, data }) =>
        id === 0x7075 && data.length > 5 && data[0] === 1 && data.readUInt32LE(1) === crc32(raw),
    )
    ?.data.subarray(5)

const fromUtf8 = (bytes: Buffer | undefined): string | null => {
  try {
    return bytes ? utf8.decode(bytes) : null
  } catch {
    return null
  }
}

/**
 * Decodes the name: from its Unicode field, then as UTF-8, then as CP437. Flag 11 is not needed to detect UTF-8: archives of
 * macOS do not set it.
 */
function decode(entry: Entry): string {
  const raw = entry.fileName as unknown as Buffer
  return fromUtf8(fieldName(raw, entry)) ?? fromUtf8(raw) ?? getFileNameLowLevel(0, raw, [], false)
}

export type EntryName = { path: string; isFolder: boolean }

const refuse = (name: string, why: string) => invalid('id', `"${name.slice(0, 100)}" in this archive ${why}.`)

/** Entries that macOS adds for its own use. */
const isOfMac = (names: string[]): boolean => names[0] === '__MACOSX' || names.at(-1) === '.DS_Store'

/**
 * The target path of an entry, with forward slashes; `null` for an entry that is not part of the site.
 * @throws INVALID for a path outside the folder, or a name that no upload could have
 */
export function readEntryName(entry: Entry): EntryName | null {
  const name = decode(entry).replaceAll('\\', '/')
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) throw refuse(name, 'points outside its folder')
  const isFolder = name.endsWith('/')
  const names = (isFolder ? name.slice(0, -1) : name).split('/').filter((each) => each !== '.')
  if (names.length === 0 || isOfMac(names)) return null
  if (names.includes('..')) throw refuse(name, 'points outside its folder')
  const read = names.map((each) => {
    const unicodeName = readName(each)
    if (unicodeName === null || !isShownName(unicodeName))
      throw refuse(name, 'has a name that is not allowed here')
    return unicodeName
  })
  return { path: read.join('/'), isFolder }
}
