import type { Kit } from '../../kit.ts'
import type { ServiceTables } from '../services.ts'
import type { AccountTables } from './auth.ts'

/** Members of a service, and invitations. */
export function memberTables(k: Kit, { users, userServices }: AccountTables & ServiceTables) {
  const serviceMembers = k.table(
    'service_members',
    {
      id: k.id().primaryKey(),
      /** The owner of the service. */
      userId: k
        .ref()
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      serviceId: k.ref().notNull(),
      /** The invited address, and the key for finding its account. */
      email: k.text().notNull(),
      emailKey: k.text().notNull(),
      /** NULL until an account accepted. */
      memberId: k.ref().references(() => users.id, { onDelete: 'cascade' }),
      role: k.oneOf(['viewer', 'developer', 'billing']).notNull(),
      /** SHA-256 of the invitation's token, until it is used. */
      tokenHash: k.text(),
      /** When the invitation expires. */
      inviteExpiresAt: k.time().notNull(),
      /** When the membership ends; NULL for an unlimited one. */
      endsAt: k.time(),
      acceptedAt: k.time(),
      createdAt: k.time().notNull(),
    },
    (t) => [
      k.foreignKey({
        name: 'service_members_service_fk',
        columns: [t.userId, t.serviceId],
        foreignColumns: [userServices.userId, userServices.id],
      }),
      k.uniqueIndex('service_members_key').on(t.serviceId, t.emailKey),
      k.uniqueIndex('service_members_token').on(t.tokenHash),
      k.index('service_members_owner').on(t.userId, t.createdAt, t.id),
      k.index('service_members_member').on(t.memberId),
      k.index('service_members_email').on(t.emailKey),
      k.index('service_members_invites').on(t.inviteExpiresAt),
      k.index('service_members_ends').on(t.endsAt),
    ],
  )

  return { serviceMembers }
}
