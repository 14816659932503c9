import type { CopyRun, DatabaseCopy, NamedDatabase } from '#features/backups/drivers/service-databases.ts'
import type { JobContext } from '#server/context.ts'
import { toWeb } from '../storage/to-web.ts'
import { discardCopy } from './discard.ts'
import { asDomainError, engineOf } from './refusals.ts'
import { copyCredentials, insertCopy, listCopies, setCopy } from './rows.ts'

/** The same chunks; `failed` returns the error that ended them, since an engine does not pass it on. */
function watch(pieces: AsyncIterable<Uint8Array>) {
  let failure: { error: unknown } | null = null
  async function* watched() {
    try {
      yield* pieces
    } catch (error) {
      failure = { error }
      throw error
    }
  }
  return { watched: watched(), failed: () => failure }
}

/**
 * Loads the dump into its own database with the rights of its own user, after dropping copies that an earlier attempt of the run
 * staged under this name. @throws DomainError, and any error of the content
 */
export async function stageCopy(
  ctx: JobContext,
  run: CopyRun,
  { type, database, user, content }: NamedDatabase & Pick<DatabaseCopy, 'content'>,
): Promise<void> {
  const engine = engineOf(ctx, type)
  for (const former of await listCopies(ctx, run))
    if (former.dbType === type && former.dbName === database) await discardCopy(ctx, former)
  const { userId, serviceId, runId } = run
  const names = { dbName: database, dbType: engine.type, dbUser: user }
  const copy = await insertCopy(ctx, { userId, serviceId, runId, ...names })
  const { watched, failed } = watch(content)
  await asDomainError(ctx, copy, async () => {
    const credentials = copyCredentials(ctx, copy)
    await engine.connect()
    await engine.ensure({ ...credentials, isOpen: true, allow: [] })
    await engine.load(credentials, toWeb(watched), ctx.databaseWork.ending)
  }).catch((error) => {
    throw failed()?.error ?? error
  })
  const broken = failed()
  if (broken) throw broken.error
  await setCopy(ctx, copy, { status: 'staged' })
}
