import { open } from 'node:fs/promises'
import { and, eq, gt, inArray } from 'drizzle-orm'
import { auditCaller } from '#db/audit/audit.ts'
import { readChunks } from '#features/backups/archive/output.ts'
import { publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { isMissing, removeAll } from '#server/system/disk.ts'
import { DomainError, only } from '#shared/errors.ts'
import { exportPath } from './folders.ts'
import type { ExportRow } from './run.ts'

async function find(ctx: CustomerContext, id: string): Promise<ExportRow> {
  const { accountExports: e } = ctx.store.t
  const own = and(eq(e.userId, ctx.user.id), eq(e.id, id))
  return only(await ctx.store.read.select().from(e).where(own), 'This export')
}

/** Lets one of several simultaneous downloads through. */
async function claim(ctx: CustomerContext, id: string): Promise<void> {
  await ctx.store.tx(async (tx) => {
    const { accountExports: e } = tx.t
    const isReady = and(
      eq(e.userId, ctx.user.id),
      eq(e.id, id),
      eq(e.status, 'ready'),
      gt(e.expiresAt, ctx.now()),
    )
    const rows = await tx
      .update(e)
      .set({ status: 'fetching', fetchedAt: ctx.now() })
      .where(isReady)
      .returning({ id: e.id })
    if (rows.length === 0)
      throw new DomainError(
        'WRONG_STATE',
        'This export has already been downloaded, is being downloaded, or has expired.',
      )
    const target = { targetType: 'account', targetId: ctx.user.id, userId: ctx.user.id }
    await auditCaller(tx, ctx, { action: 'account.export.fetch', ...target })
  })
}

async function settle(ctx: CustomerContext, id: string, status: 'fetched' | 'ready'): Promise<void> {
  const { accountExports: e } = ctx.store.t
  await ctx.store.tx(async (tx) => {
    await tx
      .update(e)
      .set({ status })
      .where(and(eq(e.id, id), inArray(e.status, ['ready', 'fetching'])))
    publish(tx, ctx, { userId: ctx.user.id, kind: 'account', id, status })
  })
  if (status === 'fetched') await removeAll(exportPath(ctx.env.DATA_DIR, id))
}

/** The bytes. The export ends with the last byte; an aborted download can start again. */
function stream(
  ctx: CustomerContext,
  id: string,
  chunks: AsyncGenerator<Buffer>,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next()
      if (!done) return controller.enqueue(new Uint8Array(value))
      await settle(ctx, id, 'fetched')
      controller.close()
    },
    async cancel() {
      await chunks.return(undefined)
      await settle(ctx, id, 'ready')
    },
  })
}

/**
 * Opens the archive of the caller's export, which is handed out once; a HEAD request gets only its size.
 * @throws NOT_FOUND, WRONG_STATE when it was downloaded or has expired, UNAVAILABLE when the file is missing
 */
export async function openExport(
  ctx: CustomerContext,
  { id, isQuestion }: { id: string; isQuestion: boolean },
): Promise<{ sizeBytes: number; body: ReadableStream<Uint8Array> | null }> {
  const { fileSize: sizeBytes } = await find(ctx, id)
  if (isQuestion) return { sizeBytes, body: null }
  await claim(ctx, id)
  try {
    const handle = await open(exportPath(ctx.env.DATA_DIR, id), 'r')
    const chunks = (async function* () {
      try {
        yield* readChunks(handle)
      } finally {
        await handle.close()
      }
    })()
    return { sizeBytes, body: stream(ctx, id, chunks) }
  } catch (error) {
    await settle(ctx, id, 'ready')
    if (!isMissing(error)) throw error
    throw new DomainError('UNAVAILABLE', 'The export file is missing. Please try again later.', {
      retryAfterSeconds: 30,
    })
  }
}
