import type { CopyRun, DatabaseCopy, NamedDatabase } from '#features/backups/drivers/service-databases.ts'
import type { JobContext } from '#server/context.ts'
import { discardCopy } from './discard.ts'
import { asDomainError, engineOf } from './refusals.ts'
import { copyCredentials, insertCopy, listCopies, setCopy } from './rows.ts'

/** What comes of `pieces`, and the error that ended it. */
function toStream(pieces: AsyncIterable<Uint8Array>) {
  const iterator = pieces[Symbol.asyncIterator]()
  let failure: { error: unknown } | null = null
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await iterator.next()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        failure = { error }
        controller.error(error)
      }
    },
    cancel: async () => void (await iterator.return?.()),
  })
  return { stream, failed: () => failure }
}

/**
 * The dump is in a database of its own, loaded with the rights of a user of its own. What an earlier attempt of the run had
 * staged under this name is gone. @throws DomainError, and whatever ended the content
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
  const { stream, failed } = toStream(content)
  await asDomainError(ctx, copy, async () => {
    const credentials = copyCredentials(ctx, copy)
    await engine.connect()
    await engine.ensure({ ...credentials, isOpen: true, allow: [] })
    await engine.load(credentials, stream, ctx.databaseWork.ending)
  }).catch((error) => {
    throw failed()?.error ?? error
  })
  const broken = failed()
  if (broken) throw broken.error
  await setCopy(ctx, copy, { status: 'staged' })
}
