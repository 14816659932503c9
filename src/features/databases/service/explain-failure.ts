import { typeNames } from '#features/engines/contract/kinds.ts'
import type { CustomerContext } from '#server/context.ts'
import { EngineEnded, EngineRefused, PasswordRefused } from '#server/system/programs/engine-refused.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { DomainError } from '#shared/errors.ts'
import { type DatabaseRow, isDatabase } from '../rows/database-rows.ts'
import { checkMissing } from '../worker/missing.ts'
import { refusalOf } from './outcome.ts'

const closed = 'The service was suspended or ended in the meantime, which closed all connections.'
const changed = 'The password was changed in the meantime, which closed all connections.'
const notYet = 'The new password is not active yet. Try again in a moment.'

const byOthers = ({ dbType }: DatabaseRow) =>
  `The password was changed by SQL, so ${typeNames[dbType]} rejects the stored one. Set a new one with “Change Password”.`

/** Why a database has become unusable since its row was read; null when nothing has changed. */
async function readChange(ctx: CustomerContext, row: DatabaseRow, error: Error): Promise<string | null> {
  const { read, t } = ctx.store
  const find = async () => (await read.select().from(t.databases).where(isDatabase(t, row)))[0]
  const now = await find()
  if (!now) return 'This database was deleted in the meantime.'
  if (!now.isOpen) return closed
  if (now.dbPassword !== row.dbPassword) return changed
  if (error instanceof PasswordRefused) return now.hasNewPassword ? notYet : byOthers(now)
  return (await checkMissing(ctx, now)) ? ((await find())?.reason ?? null) : null
}

/**
 * Turns an engine failure into the caller's error. Changes to the database explain it first: a deletion, a closure, a new
 * password, or a removal by SQL. Otherwise as `refusalOf`.
 */
export async function explainFailure(ctx: CustomerContext, row: DatabaseRow, error: unknown) {
  if (!(error instanceof EngineRefused || error instanceof EngineUnavailable)) return error
  const why = await readChange(ctx, row, error)
  if (why === null) return refusalOf(error)
  const message = error instanceof EngineEnded ? `${why} ${error.kept}` : why
  return new DomainError('WRONG_STATE', message, { cause: error })
}
