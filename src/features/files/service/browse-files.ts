import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Schema } from '#db/store.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { type BrowseInput, type browseOutput, rowsPerPage } from '../contract.ts'
import { selectListed } from './list-files.ts'
import { presentFile } from './rows.ts'

/** The live rows of the caller in one folder or in all, of one service or of all: an index finds them. */
const placed = ({ files }: Schema, userId: string, { serviceId, path }: BrowseInput) =>
  and(
    eq(files.userId, userId),
    serviceId === undefined ? undefined : eq(files.serviceId, serviceId),
    path === undefined ? undefined : eq(files.path, path),
    isNull(files.deletedAt),
  )

/**
 * The name contains the text in any case; nothing in it is a wildcard. SQLite's `lower` knows a to z only, so the other
 * letters of the text are folded by name.
 */
function named({ files }: Schema, q: string | undefined): SQL {
  if (!q) return sql`true`
  const wanted = q.normalize('NFC').toLowerCase()
  const letters = [...new Set(wanted)].filter((letter) => letter > '\x7f' && letter !== letter.toUpperCase())
  const folded = letters.reduce(
    (name, letter) => sql`replace(${name}, ${letter.toUpperCase()}, ${letter})`,
    sql`lower(${files.fileName})`,
  )
  const pattern = `%${wanted.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
  return sql`${folded} like ${pattern} escape '\\'`
}

function ordered({ files }: Schema, sort: BrowseInput['sort']): SQL[] {
  const by = { name: sql`lower(${files.fileName})`, size: files.fileSize, date: files.uploadedAt }
  const way = sort.isDescending ? desc : asc
  return [desc(files.isFolder), way(by[sort.key]), asc(files.id)]
}

const whole = (value: SQL) => sql<number>`coalesce(sum(${value}), 0)`.mapWith(Number)

/**
 * One page of the caller's files, folders first, sought and sorted over all of them, with the numbers of all that lie there.
 * A page behind the last one is the last one.
 */
export async function browseFiles(
  ctx: CustomerContext,
  input: BrowseInput,
): Promise<Answer<typeof browseOutput>> {
  const { read, t } = ctx.store
  const { files } = t
  const where = placed(t, ctx.user.id, input)
  const isNamed = named(t, input.q)
  const [sums] = await read
    .select({
      matches: whole(sql`case when ${isNamed} then 1 else 0 end`),
      files: whole(sql`case when ${files.isFolder} then 0 else 1 end`),
      bytes: whole(sql`${files.fileSize}`),
      images: whole(sql`case when ${files.fileType} like 'image/%' then 1 else 0 end`),
    })
    .from(files)
    .where(where)
  const { matches = 0, ...totals } = sums ?? { files: 0, bytes: 0, images: 0 }
  const pages = Math.max(1, Math.ceil(matches / rowsPerPage))
  const page = Math.min(input.page, pages)
  const rows = await selectListed(ctx.store)
    .where(and(where, isNamed))
    .orderBy(...ordered(t, input.sort))
    .limit(rowsPerPage)
    .offset((page - 1) * rowsPerPage)
  return { items: rows.map(presentFile), page, pages, matches, totals }
}
