import type { z } from 'zod'
import { Duplicate } from '#db/errors.ts'
import { assertRoom } from '#features/files/storage/room.ts'
import { lockActiveService } from '#features/services/service.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, limitReached } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { countText } from '#shared/text/count-text.ts'
import type { backupOutput, createBackupInput } from '../contract/contract.ts'
import { auditBackup } from './audit-backup.ts'
import { presentBackup } from './present.ts'
import { publishBackup } from './publish-backup.ts'
import { countKept, insertPending, queueCreation } from './queue-backup.ts'

/** Turns a violation of the index (one pending backup per service) into a message. */
export async function oneAtATime<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Duplicate) || error.index !== 'backups_pending_key') throw error
    throw new DomainError('CONFLICT', 'Another backup of this service is running. Try again when it is done.')
  }
}

/** @throws WRONG_STATE for a databases backup of a service without databases */
function assertAny(databases: readonly unknown[]): void {
  if (databases.length === 0)
    throw new DomainError('WRONG_STATE', 'This service has no databases to back up.')
}

/**
 * Creates a pending backup of the caller's service and queues its job.
 * @throws NOT_FOUND, WRONG_STATE also without anything to copy, BUSY, CONFLICT while another one is being made, LIMIT_REACHED by
 * the plan's number, DISK_FULL
 */
export async function createBackup(
  ctx: CustomerContext,
  { serviceId, backupType }: z.output<typeof createBackupInput>,
): Promise<Answered<Answer<typeof backupOutput>>> {
  await assertRoom(ctx.env.DATA_DIR)
  const now = ctx.now()
  const owned = { userId: ctx.user.id, serviceId }
  const databases = backupType === 'database' ? await ctx.serviceDatabases.list(ctx, owned) : null
  return oneAtATime(
    mutate(ctx, async (tx) => {
      const service = await lockActiveService(tx, ctx, serviceId)
      if (databases) assertAny(databases)
      const wish = { userId: ctx.user.id, serviceId: service.id, backupType, origin: 'manual' as const, now }
      const { backups: limit } = service.limits
      const used = await countKept(tx, wish)
      const backup = await insertPending(tx, wish)
      if (used >= limit)
        throw limitReached(
          `This plan keeps ${countText(limit, 'backup')}, not counting safety copies. Delete one first.`,
          { limit, used },
        )
      await queueCreation(tx, backup, now)
      await auditBackup(tx, ctx, { action: 'backup.create', backup, note: backupType })
      publishBackup(tx, ctx, backup)
      return presentBackup({ backup, planName: service.planName })
    }),
  )
}
