import type { MemberRole } from '#shared/member-roles.ts'
import type { SessionUser } from './session.ts'

/** In whose name a request is made: the owner of the service, by the member who sent it. */
export type Shared = {
  membershipId: string
  role: MemberRole
  serviceId: string
  /** Who does it; the context's `user` is the owner. */
  actor: SessionUser
}

/** A membership that is open now, and whose service it is of. */
export type OpenMembership = Omit<Shared, 'actor'> & { owner: SessionUser }
