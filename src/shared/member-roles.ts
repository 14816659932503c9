/** The permissions of a member in a shared service. */
export const memberRoles = ['viewer', 'developer', 'billing'] as const
export type MemberRole = (typeof memberRoles)[number]

/** The roles included by a minimum role: a developer is a viewer too, and billing is separate from both. */
const rolesFrom: Record<MemberRole | 'any', readonly MemberRole[]> = {
  any: memberRoles,
  viewer: ['viewer', 'developer'],
  developer: ['developer'],
  billing: ['billing'],
}

/** Whether a role includes a minimum role. */
export const includesRole = (role: MemberRole, from: SharedMeta['from']): boolean =>
  rolesFrom[from].includes(role)

/** The kinds of objects in a service that calls refer to. */
export type SharedKind = 'service' | 'file' | 'backup' | 'database' | 'dump' | 'share' | 'invoice'

/**
 * How members may use a call: the minimum role, and the fields of its input that refer to objects, which must belong to the
 * shared service. An omitted `serviceId` is filled in.
 */
export type SharedMeta = { from: MemberRole | 'any'; by: Readonly<Record<string, SharedKind>> }
