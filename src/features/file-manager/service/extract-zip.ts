import type { ZipFile } from 'yauzl'
import { canUndo, type Extracted, type ExtractInput } from '#features/files/contract/extract.ts'
import { joinPath } from '#features/files/contract/names.ts'
import { zipType } from '#features/files/contract/types.ts'
import { placeTree } from '#features/files/ingest/place-tree.ts'
import { planExtract } from '#features/files/ingest/plan-extract.ts'
import { remainingQuota } from '#features/files/ingest/quota.ts'
import { stageBytes, stagingFolder } from '#features/files/ingest/stage-bytes.ts'
import { dropUnkept, type StagedFile } from '#features/files/ingest/store-staged.ts'
import { displacedBy, type Step } from '#features/files/service/changes.ts'
import type { FileRow } from '#features/files/service/rows.ts'
import { findSettled } from '#features/files/service/settled.ts'
import { typeOf } from '#features/files/service/type-of.ts'
import { type Listing, readListing, unwrapListing } from '#features/files/zip/listing.ts'
import { readEntry, withZip } from '#features/files/zip/open-zip.ts'
import { lockActiveService } from '#features/services/service.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, invalid } from '#shared/errors.ts'

export type Following = {
  /** Every check that needs no extracted byte has passed. */
  onReady: () => void
  /** Progress, 0 to 1. */
  onProgress: (share: number) => void
  /** A disconnect discards the extraction, unless the files are already moving into place. */
  isGivenUp: () => boolean
}

type Run = { ctx: CustomerContext; archive: FileRow; input: ExtractInput; following: Following }

const targetOf = ({ archive, input }: Run) => ({ folder: archive.path, conflict: input.conflict })

/** The files that the current state would accept. @throws refusals of `planExtract` */
async function findWanted(run: Run, { files, folders }: Listing): Promise<Listing> {
  const { ctx, archive } = run
  const ids = files.map(() => Bun.randomUUIDv7())
  const planned = files.map(({ path, size }, at) => ({
    path,
    size,
    id: ids[at] ?? '',
    from: '',
    sha256: '',
  }))
  const steps = await ctx.store.tx(async (tx) => {
    const service = await lockActiveService(tx, ctx, archive.serviceId)
    return planExtract(tx, service, { ...targetOf(run), folders, files: planned })
  })
  const plannedIds = new Set(steps.map(({ change }) => change.id))
  return { folders, files: files.filter((_, at) => plannedIds.has(ids[at] ?? '')) }
}

const givenUp = () =>
  new DomainError('BAD_REQUEST', 'The archive was not extracted because the connection was closed.')

/** Extracts the files into the service's staging folder, in archive order. */
async function stageAll(run: Run, zip: ZipFile, files: Listing['files'], staged: StagedFile[]) {
  const { ctx, archive, following } = run
  const folder = stagingFolder(ctx.env.DATA_DIR, archive.serviceId)
  const all = files.reduce((sum, { size }) => sum + size, 0)
  let done = 0
  for (const { path, size, entry } of files) {
    if (following.isGivenUp()) throw givenUp()
    const id = Bun.randomUUIDv7()
    staged.push({ ...(await stageBytes(readEntry(zip, entry), { folder, id, limit: size })), name: path })
    done += size
    following.onProgress(all > 0 ? done / all : 1)
  }
}

function resultOf(steps: Step[], listed: number): Extracted {
  const puts = steps.filter(({ change }) => change.kind === 'put' && !change.isFolder)
  const folders = new Set<string>()
  const created = steps.flatMap(({ change }) => {
    if (change.kind !== 'put') return []
    if (change.isFolder) folders.add(joinPath(change.path, change.name))
    return folders.has(change.path) ? [] : [change.id]
  })
  const undo = { made: created, replaced: steps.flatMap(({ change }) => displacedBy(change) ?? []) }
  return { files: puts.length, skipped: listed - puts.length, undo: canUndo(undo) ? undo : null }
}

/** Moves all staged files into place, or none. */
async function putInPlace(run: Run, listing: Listing, staged: StagedFile[]): Promise<Extracted> {
  const { serviceId } = run.archive
  const tree = { ...targetOf(run), serviceId, folders: listing.folders, staged }
  return resultOf(await placeTree(run.ctx, tree), listing.files.length)
}

async function unpack(run: Run, zip: ZipFile): Promise<Extracted> {
  const { archive, input, following } = run
  const listed = await readListing(zip, archive.fileSize)
  const listing = input.unwrap ? unwrapListing(listed) : listed
  const { files } = await findWanted(run, listing)
  following.onReady()
  const staged: StagedFile[] = []
  return dropUnkept(
    () => staged,
    async () => {
      await stageAll(run, zip, files, staged)
      return putInPlace(run, listing, staged)
    },
  )
}

/**
 * Extracts a stored zip into its own folder, all files or none; replaced files go to the trash.
 * @throws NOT_FOUND, WRONG_STATE or BUSY of the service, INVALID for a refused archive, CONFLICT with `conflicts` (paths) until
 * the user chooses, TOO_LARGE beyond the quota, LIMIT_REACHED, DISK_FULL
 */
export async function extractZip(
  ctx: CustomerContext,
  input: ExtractInput,
  following: Following,
): Promise<Extracted> {
  const archive = await findSettled(ctx, input.id)
  await remainingQuota(ctx, archive.serviceId)
  if (typeOf(archive.fileName) !== zipType) throw invalid('id', 'Only zip archives can be extracted.')
  return withZip(ctx.env.DATA_DIR, archive, (zip) => unpack({ ctx, archive, input, following }, zip))
}
