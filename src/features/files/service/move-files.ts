import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Answered } from '#server/answers/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import { invalid, notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { fileOutput } from '../contract/contract.ts'
import { serviceFolder } from '../storage/folders.ts'
import { answerLast } from './change-files.ts'
import type { Step } from './changes.ts'
import { mutateFiles } from './journal.ts'
import { assertWithinLimits, type Changing, type Moving, planChange, planMoves } from './plan-move.ts'
import { assertRealFolders } from './real-folders.ts'
import { findFile, type Owner } from './rows.ts'

const checkMoves = (ctx: CustomerContext, owner: Owner) => async (steps: Step[]) => {
  await assertWithinLimits(ctx, owner, steps)
  await assertRealFolders(serviceFolder(ctx.env.DATA_DIR, owner.serviceId), steps)
}

/**
 * Renames or moves a file or folder; a missing target folder is created.
 * @throws NOT_FOUND, CONFLICT when the name is taken or `was` is no longer its path, INVALID into itself, LIMIT_REACHED, and as
 * `changeFiles`
 */
export async function changeFile(
  ctx: CustomerContext,
  input: Changing,
): Promise<Answered<Answer<typeof fileOutput>>> {
  const { userId, serviceId } = await findFile(ctx.store, ctx.user.id, input.id)
  return mutateFiles(ctx, {
    serviceId,
    plan: (tx, service) => planChange(tx, service, input),
    check: checkMoves(ctx, { userId, serviceId }),
    finish: (tx, ids) => answerLast(tx, ctx, { serviceId, ids: ids.length > 0 ? ids : [input.id] }),
  })
}

/**
 * Moves files and folders of one service to a folder, which is created if missing; those already there stay.
 * @throws NOT_FOUND when one is missing, CONFLICT when a name is taken, INVALID for several services or a folder into itself,
 * LIMIT_REACHED, and as `changeFiles`: nothing moves then
 */
export async function moveFiles(ctx: CustomerContext, input: Moving): Promise<Answered<{ ok: true }>> {
  const { files } = ctx.store.t
  const ids = [...new Set(input.ids)]
  const found = await ctx.store.read
    .select({ serviceId: files.serviceId })
    .from(files)
    .where(and(eq(files.userId, ctx.user.id), inArray(files.id, ids), isNull(files.deletedAt)))
  const [first] = found
  if (!first || found.length < ids.length) throw notFound('This file')
  const { serviceId } = first
  if (found.some((file) => file.serviceId !== serviceId))
    throw invalid('ids', 'Files from several sites cannot be moved together.')
  return mutateFiles(ctx, {
    serviceId,
    plan: (tx, service) => planMoves(tx, service, { ids, path: input.path }),
    check: checkMoves(ctx, { userId: ctx.user.id, serviceId }),
    finish: async () => ({ ok: true as const }),
  })
}
