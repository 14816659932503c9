/** What a member may do with a shared service. */
export const memberRoles = ['viewer', 'developer', 'billing'] as const
export type MemberRole = (typeof memberRoles)[number]

/** The roles that may do what is open from a role on: a developer is a viewer too, and bills are apart from both. */
const rolesFrom: Record<MemberRole | 'any', readonly MemberRole[]> = {
  any: memberRoles,
  viewer: ['viewer', 'developer'],
  developer: ['developer'],
  billing: ['billing'],
}

/** Whether a role may do what is open from this one on. */
export const includesRole = (role: MemberRole, from: SharedMeta['from']): boolean =>
  rolesFrom[from].includes(role)

/** What calls name that lies in a service. */
export type SharedKind = 'service' | 'file' | 'backup' | 'database' | 'dump' | 'share' | 'invoice'

/**
 * How a call is open to members: from which role on, and which fields of its input name something, which must lie in the
 * shared service. A field `serviceId` that is left out is filled in.
 */
export type SharedMeta = { from: MemberRole | 'any'; by: Readonly<Record<string, SharedKind>> }
