import type { Readable } from 'node:stream'
import type { CustomerContext } from '#server/context.ts'
import { readMultipart } from '#server/http/bodies/multipart.ts'
import { DomainError, invalid } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { importOutput } from '../contract/contract.ts'
import { auditDatabase } from '../rows/audit-database.ts'
import { credentialsOf } from '../rows/database-rows.ts'
import { explainFailure } from '../service/explain-failure.ts'
import { readDatabase } from '../service/list.ts'
import { findWritable } from '../service/usable.ts'
import { toWeb } from '../storage/to-web.ts'
import { measureRows } from '../worker/measure-rows.ts'

type Target = Awaited<ReturnType<typeof findWritable>>

/** Returns the engine's notes. @throws INVALID with the engine's message, UNAVAILABLE, WRONG_STATE as `explainFailure` */
async function load(
  ctx: CustomerContext,
  { row, engine }: Target,
  { bytes, signal }: { bytes: Readable; signal: AbortSignal },
): Promise<readonly string[]> {
  await ctx.store.tx((tx) => auditDatabase(tx, ctx, { action: 'database.import', row }))
  const until = AbortSignal.any([signal, ctx.databaseWork.ending])
  let notes: readonly string[]
  try {
    notes = await engine.load(credentialsOf(ctx, row), toWeb(bytes), until)
  } catch (error) {
    const refusal = await explainFailure(ctx, row, error)
    const reason = refusal instanceof DomainError ? refusal.message : 'The import was interrupted.'
    await ctx.store.tx((tx) =>
      auditDatabase(tx, ctx, { action: 'database.import-failed', row, details: { reason } }),
    )
    throw refusal
  }
  await ctx.store.tx((tx) => auditDatabase(tx, ctx, { action: 'database.imported', row }))
  return notes
}

/**
 * Handles `POST /api/databases/{id}/import`: streams the file into the database with the rights of its own user. A refusal of the
 * engine may leave a part of the file in the database, depending on the engine.
 * @throws NOT_FOUND, WRONG_STATE, BUSY, INVALID with the engine's message, UNAVAILABLE, and refusals of the body
 */
export async function receiveImport(
  ctx: CustomerContext,
  request: Request,
  id: string,
): Promise<Answer<typeof importOutput>> {
  const target = await findWritable(ctx, id)
  return ctx.databaseWork.only(id, async () => {
    let notes: readonly string[] | null = null
    await readMultipart(
      request,
      {
        field: () => {},
        async file(_name, bytes) {
          notes = await load(ctx, target, { bytes, signal: request.signal })
        },
      },
      { maxFiles: 1 },
    )
    if (notes === null) throw invalid('file', 'Choose a file.')
    await measureRows(ctx, [target.row], null)
    ctx.events.publish({ userId: ctx.user.id, kind: 'database', id, status: target.row.status })
    return { ...(await readDatabase(ctx.store, ctx, id)), notes: [...notes] }
  })
}
