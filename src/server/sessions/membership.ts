import type { MemberRole } from '#shared/member-roles.ts'
import type { SessionUser } from './session.ts'

/** The owner in whose name a member makes a request. */
export type Shared = {
  membershipId: string
  role: MemberRole
  serviceId: string
  /** The member who acts; the context's `user` is the owner. */
  actor: SessionUser
}

/** An active membership, and the owner of its service. */
export type OpenMembership = Omit<Shared, 'actor'> & { owner: SessionUser }
