import type { Store } from '#db/types.ts'
import { splitPath } from '#features/files/contract/names.ts'
import { folderType } from '#features/files/contract/types.ts'
import { shiftTotals } from '#features/files/service/totals.ts'
import { typeOf } from '#features/files/service/type-of.ts'

type Owner = { userId: string; serviceId: string }
type Laid = { path: string; isFolder?: boolean; sizeBytes: number; sha256?: string; at: Date }

const rowsAtOnce = 1_000

/** Stores rows of uploaded files without any bytes: they count in the folder's totals, not in the quota. */
export async function insertFiles(
  store: Store,
  owner: Owner,
  count: number,
  describe: (number: number) => Laid,
): Promise<void> {
  const rowOf = (number: number) => {
    const { path: filePath, isFolder = false, sizeBytes, sha256, at } = describe(number)
    const { path, name } = splitPath(filePath)
    return {
      id: Bun.randomUUIDv7(),
      ...owner,
      fileName: name,
      path,
      filePath,
      pathKey: filePath,
      fileType: isFolder ? folderType : typeOf(name),
      fileSize: sizeBytes,
      isFolder,
      sha256: sha256 ?? null,
      uploadedAt: at,
      updatedAt: at,
    }
  }
  for (let from = 0; from < count; from += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, count - from) }, (_, place) => rowOf(from + place))
    await store.tx(async (tx) => {
      await tx.insert(tx.t.files).values(rows)
      await shiftTotals(tx, owner, { gone: [], added: rows })
    })
  }
}
