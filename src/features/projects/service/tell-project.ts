import type { CustomerContext } from '#server/context.ts'

/** The owner's screens read the project again; called once the change is committed. */
export const tellProject = (ctx: CustomerContext, id: string, status: string): void =>
  ctx.events.publish({ userId: ctx.user.id, kind: 'project', id, status })
