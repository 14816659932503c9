import { and, eq, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { serviceOutput } from './contract/contract.ts'
import type { setNameInput } from './contract/name.ts'
import { assignSlug } from './lifecycle/assign-slug.ts'
import { presentService, selectServices } from './service.ts'

type Service = Answer<typeof serviceOutput>
type Input = z.output<typeof setNameInput>

/**
 * Sets the displayed name of the caller's service; null shows its domain or plan again. Setting the same name again changes
 * nothing.
 * @throws NOT_FOUND when it is missing, has ended, or is another customer's
 */
export const setName = (ctx: CustomerContext, { id, name }: Input): Promise<Answered<Service>> =>
  mutate(ctx, async (tx) => {
    const { userServices } = tx.t
    const own = and(
      eq(userServices.userId, ctx.user.id),
      eq(userServices.id, id),
      ne(userServices.status, 'terminated'),
    )
    const service = only(await ctx.store.lock(tx.select().from(userServices).where(own)), 'This service')
    if (service.name !== name) {
      await tx.update(userServices).set({ name, updatedAt: ctx.now() }).where(own)
      // A pending service gets its address at activation.
      if (service.slug !== null) await assignSlug(tx, { userId: ctx.user.id, id, now: ctx.now() })
      await auditCaller(tx, ctx, {
        action: 'service.name',
        targetType: 'service',
        targetId: id,
        userId: ctx.user.id,
        note: name ?? 'none',
        details: { before: service.name, after: name },
      })
      publish(tx, ctx, { userId: ctx.user.id, kind: 'service', id, status: service.status })
    }
    return presentService(ctx, only(await selectServices(tx).where(own), 'This service'))
  })
