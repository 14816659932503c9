import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm'
import { auditCaller } from '#db/audit/audit.ts'
import { maxRows } from '#db/lists/paging.ts'
import { ofShared } from '#db/rows/shared-service.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { listedShareOutput } from '../contract/shares.ts'
import { isShown } from './share-file.ts'

/** The caller's unexpired links, newest first; links of trashed files have ended. */
export async function listShares(ctx: CustomerContext): Promise<Answer<typeof listedShareOutput>[]> {
  const { files, fileShares, userServices, pricingPlans } = ctx.store.t
  const rows = await ctx.store.read
    .select({ share: fileShares, file: files, status: userServices.status, plan: pricingPlans.name })
    .from(fileShares)
    .innerJoin(files, and(eq(files.userId, fileShares.userId), eq(files.id, fileShares.fileId)))
    .innerJoin(userServices, and(eq(userServices.userId, files.userId), eq(userServices.id, files.serviceId)))
    .innerJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))
    .where(
      and(
        eq(fileShares.userId, ctx.user.id),
        gt(fileShares.expiresAt, ctx.now()),
        isNull(files.deletedAt),
        ofShared(ctx, files.serviceId),
        ne(userServices.status, 'terminated'),
      ),
    )
    .orderBy(desc(fileShares.createdAt), desc(fileShares.id))
    .limit(maxRows)
  return rows.map(({ share, file, status, plan }) => ({
    id: share.id,
    file: { id: file.id, fileName: file.fileName, filePath: file.filePath },
    service: { id: file.serviceId, plan: { name: plan } },
    isResting: !isShown(status),
    createdAt: share.createdAt,
    expiresAt: share.expiresAt ?? share.createdAt,
  }))
}

/** Revokes the caller's link. @throws NOT_FOUND when it is missing or another customer's */
export const revokeShare = (ctx: CustomerContext, { id }: { id: string }): Promise<Answered<{ ok: true }>> =>
  mutate(ctx, async (tx) => {
    const { fileShares } = tx.t
    const own = and(eq(fileShares.userId, ctx.user.id), eq(fileShares.id, id))
    const revoked = await tx.delete(fileShares).where(own).returning({ fileId: fileShares.fileId })
    const { fileId } = only(revoked, 'This link')
    await auditCaller(tx, ctx, {
      action: 'file.unshare',
      targetType: 'file',
      targetId: fileId,
      userId: ctx.user.id,
    })
    publish(tx, ctx, { userId: ctx.user.id, kind: 'file', id: fileId, status: 'unshared' })
    return { ok: true as const }
  })
