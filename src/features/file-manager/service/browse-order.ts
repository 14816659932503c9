import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Schema } from '#db/schema/schema.ts'
import type { FileRow } from '#features/files/service/rows.ts'
import { type FileSort, type SortKey, sortKeys } from '../contract/sort.ts'

/** The columns that order a page; `key` is the sort key, with dates in milliseconds. */
export type Ordered = { id: string; isFolder: boolean; key: string | number }

/** A decoded cursor: the page and its boundary row. */
export type PagePosition = { page: number; way: 'after' | 'before'; edge: Ordered }

/** Indexed columns for each sort; names in lower case for a to z only. */
export const keyOf = ({ files }: Schema, sort: SortKey): SQL =>
  ({
    name: sql`lower(${files.fileName})`,
    size: sql`${files.fileSize}`,
    date: sql`${files.uploadedAt}`,
  })[sort]

/** A key as a query parameter. */
export function keyParameter({ files }: Schema, sort: SortKey, key: string | number): SQL {
  if (sort === 'name') return sql`${sql.param(String(key), files.fileName)}`
  if (sort === 'size') return sql`${sql.param(Number(key), files.fileSize)}`
  return sql`${sql.param(new Date(Number(key)), files.uploadedAt)}`
}

const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** The sort key of a row that was read. */
export const orderedBy = (
  sort: SortKey,
  {
    id,
    isFolder,
    fileName,
    fileSize,
    uploadedAt,
  }: Omit<Ordered, 'key'> & Pick<FileRow, 'fileName' | 'fileSize' | 'uploadedAt'>,
): Ordered => ({
  id,
  isFolder,
  key: { name: lowerAscii(fileName), size: fileSize, date: uploadedAt.getTime() }[sort],
})

// By UTF-8 bytes, as both engines sort: UTF-16 code units would order some letters differently.
const compareKeys = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)))

/** Folders first in either direction, then by the key, then by the id. */
export const compareOrdered =
  ({ isDescending }: FileSort) =>
  (one: Ordered, other: Ordered): number =>
    Number(other.isFolder) - Number(one.isFolder) ||
    (isDescending ? -1 : 1) * (compareKeys(one.key, other.key) || (one.id < other.id ? -1 : 1))

/** A text that an engine accepts as a name: no control characters and no lone surrogates. */
const isText = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text)

/** The last millisecond of 9999: PostgreSQL cannot parse JavaScript's format for later years. */
const lastInstant = 253_402_300_799_999

const isKeyOf: Record<SortKey, (key: string | number) => boolean> = {
  name: (key) => typeof key === 'string' && isText(key),
  size: (key) => typeof key === 'number',
  date: (key) => typeof key === 'number' && key >= 0 && key <= lastInstant,
}

const written = z.tuple([
  z.enum(sortKeys),
  z.boolean(),
  z.number().int().min(1),
  z.enum(['after', 'before']),
  z.boolean(),
  z.union([z.string().max(1_000), z.number().int()]),
  z.uuid(),
])

/** Encodes a position for the URL. */
export const writePlace = (sort: FileSort, { page, way, edge }: PagePosition): string => {
  const parts: z.input<typeof written> = [
    sort.key,
    sort.isDescending,
    page,
    way,
    edge.isFolder,
    edge.key,
    edge.id,
  ]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** Decodes a position; `null` for a text not created for this sort, which opens the first page. */
export function readPlace(sort: FileSort, text: string | undefined): PagePosition | null {
  if (!text) return null
  try {
    const parts = written.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    const [key, isDescending, page, way, isFolder, value, id] = parts
    const isOurs = key === sort.key && isDescending === sort.isDescending
    return isOurs && isKeyOf[key](value) ? { page, way, edge: { id, isFolder, key: value } } : null
  } catch {
    return null
  }
}
