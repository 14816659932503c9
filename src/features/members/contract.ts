import { z } from 'zod'
import { email } from '#features/auth/contract/contract.ts'
import { memberRoles } from '#shared/member-roles.ts'
import { id, instant, maybeInstant } from '#shared/schema.ts'

/** Members of one service, the invited included. */
export const maxMembers = 20

/** How long an invitation can be accepted, in days. */
export const inviteDays = 7

/** The most invitations of one account in a day: each sends a mail to an address that somebody typed. */
export const maxInvitesPerDay = 50

/** What has ended is still listed for this many days. */
export const keptEndedDays = 30

const role = z.enum(memberRoles, 'Choose a role.')
const endsAt = z.iso
  .datetime({ offset: true, error: 'Enter a date.' })
  .transform((text) => new Date(text))
  .nullable()

export const inviteInput = z.object({ serviceId: id, email, role, endsAt: endsAt.default(null) })

/** What is left out stays as it is. */
export const changeMemberInput = z.object({ id, role: role.optional(), endsAt: endsAt.optional() })

export const listMembersInput = z.object({ serviceId: id.optional() })

export const acceptInput = z.object({ id })

const status = z.enum(['invited', 'active', 'ended'])

export const memberOutput = z.object({
  id: z.string(),
  serviceId: z.string(),
  /** The address that was invited. */
  email: z.string(),
  role,
  status,
  endsAt: maybeInstant,
  /** Until when an invitation can be accepted; null once it was. */
  inviteExpiresAt: maybeInstant,
  createdAt: instant,
})
export type MemberRow = z.output<typeof memberOutput>

export const membershipOutput = z.object({
  id: z.string(),
  service: z.object({ id: z.string(), name: z.string() }),
  /** Whose service it is. */
  owner: z.object({ email: z.string() }),
  role,
  status,
  endsAt: maybeInstant,
  inviteExpiresAt: maybeInstant,
})
export type MembershipRow = z.output<typeof membershipOutput>

/** The token of the invitation's link, as the mail has it. */
export const acceptLinkInput = z.object({ token: z.string('This link is incomplete.').max(200) })
