import type { Readable } from 'node:stream'
import type { CustomerContext } from '#server/context.ts'
import { readMultipart } from '#server/http/multipart.ts'
import { invalid } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { databaseOutput } from '../contract.ts'
import { EngineRefused } from '../drivers/database-engine.ts'
import { auditDatabase } from '../service/audit-database.ts'
import { readDatabase } from '../service/list.ts'
import { refusalOf } from '../service/outcome.ts'
import { credentialsOf } from '../service/rows.ts'
import { findWritable } from '../service/usable.ts'
import { toWeb } from '../storage/to-web.ts'
import { measureRows } from '../work/measure-rows.ts'

type Target = Awaited<ReturnType<typeof findWritable>>

/** @throws INVALID with the engine's sentence, UNAVAILABLE */
async function load(
  ctx: CustomerContext,
  { row, engine }: Target,
  { bytes, signal }: { bytes: Readable; signal: AbortSignal },
): Promise<void> {
  await ctx.store.tx((tx) => auditDatabase(tx, ctx, { action: 'database.import', row }))
  const until = AbortSignal.any([signal, ctx.databaseWork.ending])
  try {
    await engine.load(credentialsOf(ctx, row), toWeb(bytes), until)
  } catch (error) {
    const reason = error instanceof EngineRefused ? error.message : 'It was interrupted.'
    await ctx.store.tx((tx) =>
      auditDatabase(tx, ctx, { action: 'database.import-failed', row, details: { reason } }),
    )
    throw refusalOf(error)
  }
  await ctx.store.tx((tx) => auditDatabase(tx, ctx, { action: 'database.imported', row }))
}

/**
 * Carries out `POST /api/databases/{id}/import`: the file streams into the database, with the rights of its own user. What the
 * engine refuses on the way may leave a part of it there, as far as the engine keeps one.
 * @throws NOT_FOUND, WRONG_STATE, BUSY, INVALID with the engine's sentence, UNAVAILABLE, and what a body is refused for
 */
export async function receiveImport(
  ctx: CustomerContext,
  request: Request,
  id: string,
): Promise<Answer<typeof databaseOutput>> {
  const target = await findWritable(ctx, id)
  return ctx.databaseWork.only(id, async () => {
    let isLoaded = false
    await readMultipart(
      request,
      {
        field: () => {},
        async file(_name, bytes) {
          await load(ctx, target, { bytes, signal: request.signal })
          isLoaded = true
        },
      },
      { maxFiles: 1 },
    )
    if (!isLoaded) throw invalid('file', 'Choose a file.')
    await measureRows(ctx, [target.row], null)
    ctx.events.publish({ userId: ctx.user.id, kind: 'database', id, status: target.row.status })
    return readDatabase(ctx, id)
  })
}
