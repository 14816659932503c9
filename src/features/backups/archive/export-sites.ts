import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import type { ExportPart } from '#features/account/export/part.ts'
import { readTotals, sumTotals } from '#features/files/service/totals.ts'
import { siteFolder } from '#features/hosting/site-folder.ts'
import type { JobContext } from '#server/context.ts'
import { isMissing } from '#server/system/disk.ts'
import { readChunks } from './output.ts'
import { walk } from './walk.ts'

/** Exactly as many bytes of a file as it had when found; null when it was deleted or is a link by now. */
async function openFile(path: string, sizeBytes: number): Promise<AsyncIterable<Buffer> | null> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error) => {
    if (isMissing(error) || error.code === 'ELOOP') return null
    throw error
  })
  if (!handle) return null
  return (async function* () {
    try {
      yield* readChunks(handle, { to: sizeBytes })
    } finally {
      await handle.close()
    }
  })()
}

async function listServices({ store: { read, t } }: JobContext, userId: string): Promise<string[]> {
  const { userServices: s } = t
  const rows = await read
    .select({ id: s.id })
    .from(s)
    .where(eq(s.userId, userId))
    .orderBy(asc(s.createdAt), asc(s.id))
  return rows.map(({ id }) => id)
}

/** All files of the customer's services, as the web server would send them. */
export const siteFiles: ExportPart = {
  tables: () => [],
  async measure(ctx, userId) {
    let sum = 0
    for (const serviceId of await listServices(ctx, userId))
      sum += sumTotals(await readTotals(ctx.store, { userId, serviceId })).bytes
    return sum
  },
  async *list(ctx, userId) {
    for (const id of await listServices(ctx, userId)) {
      const root = siteFolder(ctx.env.DATA_DIR, id)
      for await (const { path, kind, sizeBytes, modifiedMs } of walk(root)) {
        const name = `files/sites/${id}/${path}`
        if (kind === 'odd')
          yield { name, missing: 'Neither a file nor a folder, or its name is not valid text.' }
        if (kind === 'file')
          yield {
            name,
            mostBytes: sizeBytes,
            modifiedAt: new Date(modifiedMs),
            open: () => openFile(join(root, path), sizeBytes),
          }
      }
    }
  },
}
