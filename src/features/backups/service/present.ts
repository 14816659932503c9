import { and, eq } from 'drizzle-orm'
import type { Source, Store } from '#db/types.ts'
import type { Answer } from '#shared/schema.ts'
import type { backupOutput } from '../contract/contract.ts'

export type BackupRow = Store['t']['backups']['$inferSelect']

/** Backups with the plan of their service, as every answer needs them. */
export const selectBackups = (store: Source) => {
  const { backups, userServices, pricingPlans } = store.t
  return store.read
    .select({ backup: backups, planName: pricingPlans.name })
    .from(backups)
    .innerJoin(
      userServices,
      and(eq(userServices.userId, backups.userId), eq(userServices.id, backups.serviceId)),
    )
    .innerJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))
}

export type JoinedBackup = { backup: BackupRow; planName: string }

/** A backup in API form (docs/product/backups.md, "Backups"). */
export const presentBackup = ({ backup, planName }: JoinedBackup): Answer<typeof backupOutput> => ({
  id: backup.id,
  serviceId: backup.serviceId,
  fileName: backup.fileName,
  backupType: backup.backupType,
  type: backup.backupType,
  status: backup.status,
  origin: backup.origin,
  fileSize: backup.fileSize,
  progress: backup.progress,
  reason: backup.reason,
  sha256: backup.sha256,
  verifiedAt: backup.verifiedAt,
  createdAt: backup.createdAt,
  service: { id: backup.serviceId, plan: { name: planName } },
})
