import { z } from 'zod'
import { email } from '#features/auth/contract/contract.ts'
import { memberRoles } from '#shared/member-roles.ts'
import { id, instant, maybeInstant } from '#shared/schema.ts'

/** Members of one service, including invitations. */
export const maxMembers = 20

/** How long an invitation can be accepted, in days. */
export const inviteDays = 7

/** Invitations per account and day; each sends a mail to an address that somebody typed. */
export const maxInvitesPerDay = 50

/** Ended memberships stay listed for this many days. */
export const keptEndedDays = 30

const role = z.enum(memberRoles, 'Choose a role.')
const endsAt = z.iso
  .datetime({ offset: true, error: 'Enter a date.' })
  .transform((text) => new Date(text))
  .nullable()

export const inviteInput = z.object({ serviceId: id, email, role, endsAt: endsAt.default(null) })

/** Omitted fields stay unchanged. */
export const changeMemberInput = z.object({ id, role: role.optional(), endsAt: endsAt.optional() })

export const listMembersInput = z.object({ serviceId: id.optional() })

export const acceptInput = z.object({ id })

const status = z.enum(['invited', 'active', 'ended'])

export const memberOutput = z.object({
  id: z.string(),
  serviceId: z.string(),
  /** The invited address. */
  email: z.string(),
  role,
  status,
  endsAt: maybeInstant,
  /** When an invitation expires; null once it was accepted. */
  inviteExpiresAt: maybeInstant,
  createdAt: instant,
})
export type MemberRow = z.output<typeof memberOutput>

export const membershipOutput = z.object({
  id: z.string(),
  service: z.object({ id: z.string(), name: z.string() }),
  /** The owner of the service. */
  owner: z.object({ email: z.string() }),
  role,
  status,
  endsAt: maybeInstant,
  inviteExpiresAt: maybeInstant,
})
export type MembershipRow = z.output<typeof membershipOutput>

/** The token of the invitation link. */
export const acceptLinkInput = z.object({ token: z.string('This link is incomplete.').max(200) })
