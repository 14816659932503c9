import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Source, Tx } from '#db/types.ts'
import type { FileRow, Owner } from './rows.ts'

/** The path of the row with the totals of a whole service; no folder can have it. */
export const wholeService = '/'

export type Totals = { files: number; folders: number; bytes: number; images: number }
/** The part of a row that the totals depend on. */
type Counted = Pick<FileRow, 'path' | 'isFolder' | 'fileSize' | 'fileType'>

/** Removed and added rows. */
export type Shift = { gone: Counted[]; added: Counted[] }

const nothing = (): Totals => ({ files: 0, folders: 0, bytes: 0, images: 0 })

function differences({ gone, added }: Shift): Map<string, Totals> {
  const found = new Map<string, Totals>()
  const count = (row: Counted, sign: 1 | -1) => {
    for (const path of [row.path, wholeService]) {
      const totals = found.get(path) ?? nothing()
      totals[row.isFolder ? 'folders' : 'files'] += sign
      totals.bytes += sign * row.fileSize
      if (row.fileType.startsWith('image/')) totals.images += sign
      found.set(path, totals)
    }
  }
  for (const row of gone) count(row, -1)
  for (const row of added) count(row, 1)
  return found
}

const isNothing = (totals: Totals): boolean => Object.values(totals).every((value) => value === 0)

/** Applies the shift to the service's totals, in the transaction that changes its live rows. */
export async function shiftTotals(tx: Tx, owner: Owner, shift: Shift): Promise<void> {
  const { fileTotals } = tx.t
  // A fixed order for every transaction prevents deadlocks.
  const changed = [...differences(shift)]
    .filter(([, totals]) => !isNothing(totals))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  if (changed.length === 0) return
  const add = (name: keyof Totals) => sql`${fileTotals[name]} + excluded.${sql.identifier(name)}`
  await tx
    .insert(fileTotals)
    .values(changed.map(([path, totals]) => ({ ...owner, path, ...totals })))
    .onConflictDoUpdate({
      target: [fileTotals.userId, fileTotals.path, fileTotals.serviceId],
      set: { files: add('files'), folders: add('folders'), bytes: add('bytes'), images: add('images') },
    })
  const shrunk = changed.filter(([, { files, folders }]) => files < 0 || folders < 0).map(([path]) => path)
  if (shrunk.length === 0) return
  const own = and(eq(fileTotals.userId, owner.userId), eq(fileTotals.serviceId, owner.serviceId))
  const isEmpty = and(eq(fileTotals.files, 0), eq(fileTotals.folders, 0))
  await tx.delete(fileTotals).where(and(own, inArray(fileTotals.path, shrunk), isEmpty))
}

type TotalsScope = { userId: string; serviceId?: string | undefined; path?: string | undefined }

/** The totals of one folder, or of all without `path`, for each of the user's services that has rows there. */
export async function readTotals(
  { read, t: { fileTotals } }: Source,
  { userId, serviceId, path = wholeService }: TotalsScope,
): Promise<(Totals & { serviceId: string })[]> {
  const { files, folders, bytes, images } = fileTotals
  const own = serviceId === undefined ? undefined : eq(fileTotals.serviceId, serviceId)
  return read
    .select({ serviceId: fileTotals.serviceId, files, folders, bytes, images })
    .from(fileTotals)
    .where(and(eq(fileTotals.userId, userId), eq(fileTotals.path, path), own))
}

/** The sum of totals. */
export const sumTotals = (all: Totals[]): Totals =>
  all.reduce(
    (sum, each) => ({
      files: sum.files + each.files,
      folders: sum.folders + each.folders,
      bytes: sum.bytes + each.bytes,
      images: sum.images + each.images,
    }),
    nothing(),
  )
