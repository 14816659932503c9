import type { CopyRun } from '#features/backups/drivers/service-databases.ts'
import type { EngineNames } from '#features/engines/contract/database-engine.ts'
import type { JobContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import { asDomainError, engineOf } from './refusals.ts'
import { asideNames, type CopyRow, copyNames, forgetCopy, listCopies } from './rows.ts'

/** Removes the copy and the database it replaced from the engine. @throws DomainError */
export async function discardCopy(ctx: JobContext, copy: CopyRow): Promise<void> {
  const engine = engineOf(ctx, copy.dbType)
  const names = [copyNames(copy), asideNames(copy)]
  await asDomainError(ctx, copy, async () => {
    await engine.connect()
    const there = await engine.measure(names.map(({ database }) => database))
    // The shared user can only be dropped with the database that it owns, so the existing database comes first.
    const isMissing = ({ database }: EngineNames) => Number(!there.has(database))
    for (const each of names.toSorted((a, b) => isMissing(a) - isMissing(b))) await engine.remove(each)
  })
  await forgetCopy(ctx, copy)
}

/** Removes everything of the run but the live databases; the sweep retries a failed drop. */
export async function discardRun(ctx: JobContext, run: CopyRun): Promise<void> {
  for (const copy of await listCopies(ctx, run)) {
    try {
      await discardCopy(ctx, copy)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      // No one waits for it, and no customer data is missing.
      ctx.log.warn('a database copy that a restore left behind could not be dropped; retrying every minute', {
        copy: copy.id,
        message: error.message,
      })
    }
  }
}
