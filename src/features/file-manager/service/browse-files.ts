import { and, asc, eq, gt, inArray, isNull, ne } from 'drizzle-orm'
import { presentFile } from '#features/files/service/rows.ts'
import { readTotals, sumTotals, type Totals } from '#features/files/service/totals.ts'
import { assertOwnService } from '#features/services/service.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { type BrowseInput, type browseOutput, rowsPerPage } from '../contract/contract.ts'
import { type Ordered, type PagePosition, readPlace, writePlace } from './browse-order.ts'
import { readFolderPage } from './folder-page.ts'
import { selectListed } from './list-files.ts'
import { searchFiles } from './search-files.ts'

type BrowseAnswer = Answer<typeof browseOutput>
type Part = Pick<BrowseAnswer, 'page' | 'matches' | 'isCapped' | 'previous' | 'next'> & { rows: Ordered[] }
/** The services in scope, and the rows of the folder shown. */
type View = { serviceIds: string[]; here: Totals }

/** The services whose files the caller requests, without ended ones. */
async function findServices(ctx: CustomerContext, serviceId: string | undefined): Promise<string[]> {
  const { userServices } = ctx.store.t
  const named = serviceId === undefined ? undefined : eq(userServices.id, serviceId)
  const rows = await ctx.store.read
    .select({ id: userServices.id })
    .from(userServices)
    .where(and(eq(userServices.userId, ctx.user.id), ne(userServices.status, 'terminated'), named))
    .orderBy(asc(userServices.id))
  return rows.map(({ id }) => id)
}

const pagesOf = (matches: number): number => Math.max(1, Math.ceil(matches / rowsPerPage))

/** Cursors of the previous and next page. */
function neighbours(sort: BrowseInput['sort'], rows: Ordered[], page: number) {
  const cursor = (way: PagePosition['way'], edge: Ordered | undefined) =>
    edge ? writePlace(sort, { page: page + (way === 'after' ? 1 : -1), way, edge }) : null
  return { previous: cursor('before', rows[0]), next: cursor('after', rows.at(-1)) }
}

async function browseFolder(ctx: CustomerContext, input: BrowseInput, view: View): Promise<Part> {
  const { path = '', sort } = input
  const folder = { userId: ctx.user.id, serviceIds: view.serviceIds, path, sort }
  const found = await readFolderPage(ctx.store, folder, readPlace(sort, input.cursor))
  const matches = view.here.files + view.here.folders
  const page = found.hasNext ? found.page : pagesOf(matches)
  const { previous, next } = neighbours(sort, found.rows, page)
  return {
    rows: found.rows,
    page,
    matches,
    isCapped: false,
    previous: found.hasPrevious ? previous : null,
    next: found.hasNext ? next : null,
  }
}

/** A search has few pages: its cursors hold a page number, and their row is ignored. */
async function browseMatches(ctx: CustomerContext, input: BrowseInput, view: View): Promise<Part> {
  const { path, q = '', sort } = input
  const scope = { userId: ctx.user.id, serviceIds: view.serviceIds, path, q }
  const { rows, isCapped } = await searchFiles(ctx.store, scope, sort)
  const pages = pagesOf(rows.length)
  const page = Math.min(readPlace(sort, input.cursor)?.page ?? 1, pages)
  const shown = rows.slice((page - 1) * rowsPerPage, page * rowsPerPage)
  const { previous, next } = neighbours(sort, shown, page)
  return {
    rows: shown,
    page,
    matches: rows.length,
    isCapped,
    previous: page > 1 ? previous : null,
    next: page < pages ? next : null,
  }
}

/** The caller's files that have a share link. */
async function findShared(ctx: CustomerContext, ids: string[]): Promise<ReadonlySet<string>> {
  const { fileShares } = ctx.store.t
  const isOpen = gt(fileShares.expiresAt, ctx.now())
  const rows = await ctx.store.read
    .select({ id: fileShares.fileId })
    .from(fileShares)
    .where(and(eq(fileShares.userId, ctx.user.id), inArray(fileShares.fileId, ids), isOpen))
  return new Set(rows.map(({ id }) => id))
}

async function readShown(ctx: CustomerContext, rows: Ordered[]): Promise<BrowseAnswer['items']> {
  if (rows.length === 0) return []
  const { files } = ctx.store.t
  const ids = rows.map(({ id }) => id)
  const listed = await selectListed(ctx.store).where(
    and(eq(files.userId, ctx.user.id), inArray(files.id, ids)),
  )
  const shared = await findShared(ctx, ids)
  const byId = new Map(listed.map((row) => [row.file.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    // The file may have disappeared between the two reads.
    return row && !row.file.deletedAt ? [{ ...presentFile(row), isShared: shared.has(id) }] : []
  })
}

/** Whether this folder exists in one of the services. */
async function hasFolder(ctx: CustomerContext, serviceIds: string[], path: string): Promise<boolean> {
  const { files } = ctx.store.t
  const [row] = await ctx.store.read
    .select({ id: files.id })
    .from(files)
    .where(
      and(
        eq(files.userId, ctx.user.id),
        inArray(files.serviceId, serviceIds),
        eq(files.pathKey, path),
        eq(files.isFolder, true),
        isNull(files.deletedAt),
      ),
    )
    .limit(1)
  return row !== undefined
}

/**
 * One page of a folder, or of search matches in all folders: folders first, sorted, with the totals of the service, or of all
 * services; `isMissing` when the folder does not exist. @throws NOT_FOUND of the service
 */
export async function browseFiles(ctx: CustomerContext, input: BrowseInput): Promise<BrowseAnswer> {
  const { serviceId, q } = input
  await assertOwnService(ctx, serviceId)
  const path = q ? input.path : (input.path ?? '')
  const serviceIds = await findServices(ctx, serviceId)
  const totalsOf = async (folder?: string) => {
    const all = await readTotals(ctx.store, { userId: ctx.user.id, serviceId, path: folder })
    return sumTotals(all.filter((totals) => serviceIds.includes(totals.serviceId)))
  }
  const view: View = { serviceIds, here: await totalsOf(path) }
  const { rows, ...part } = q ? await browseMatches(ctx, input, view) : await browseFolder(ctx, input, view)
  const { files, bytes, images } = await totalsOf()
  return {
    items: await readShown(ctx, rows),
    ...part,
    pages: Math.max(pagesOf(part.matches), part.page),
    isMissing: Boolean(path) && part.matches === 0 && !(await hasFolder(ctx, serviceIds, path ?? '')),
    totals: { files, bytes, images },
  }
}
