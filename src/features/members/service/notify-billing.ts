import { and, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { Template } from '#features/mail/template.ts'
import type { NoticeKind } from '#features/notifications/contract/kinds.ts'
import type { NoticeContext } from '#features/notifications/follower.ts'
import { notify } from '#features/notifications/service/notify.ts'
import { isOpenAt } from './rows.ts'

type BillNotice = { userId: string; serviceId: string | null; kind: NoticeKind; template: Template }

/** The same notice with a link to the page where a member acts for the owner. */
const below =
  (template: Template, membershipId: string): Template =>
  ({ companyName, origin }) =>
    template({ companyName, origin: `${origin}/as/${membershipId}` })

/** Notifies the owner of a service about its bills, and each member with the billing role, with a link of their own. */
export async function notifyBilling(tx: Tx, ctx: NoticeContext, notice: BillNotice): Promise<void> {
  const { serviceId, ...told } = notice
  await notify(tx, ctx, told)
  if (serviceId === null) return
  const { serviceMembers: m } = tx.t
  const isBilling = and(eq(m.userId, told.userId), eq(m.serviceId, serviceId), eq(m.role, 'billing'))
  const members = await tx
    .select({ id: m.id, memberId: m.memberId })
    .from(m)
    .where(and(isBilling, isNotNull(m.memberId), isOpenAt(tx.t, ctx.now())))
  for (const { id, memberId } of members)
    if (memberId) await notify(tx, ctx, { ...told, userId: memberId, template: below(told.template, id) })
}
