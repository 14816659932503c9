/** An area of the product that an API key may be allowed to read or to change. */
type Area = { label: string; isReadOnly?: true; isForAdministrators?: true }

/**
 * The areas of API keys: groups of procedures by their names, and three more. A group that is neither here nor in
 * `areasWithoutKeys` fails test/key-scopes.test.ts, and is closed to keys until then.
 */
export const areas = {
  servers: { label: 'Services' },
  files: { label: 'Files' },
  databases: { label: 'Databases' },
  domains: { label: 'Domains' },
  certificates: { label: 'Certificates' },
  email: { label: 'Email' },
  backups: { label: 'Backups' },
  projects: { label: 'Projects' },
  cloud: { label: 'Cloud' },
  orders: { label: 'Orders' },
  billing: { label: 'Billing' },
  payments: { label: 'Payments' },
  renewals: { label: 'Renewals' },
  notifications: { label: 'Notifications' },
  activity: { label: 'Activity', isReadOnly: true },
  events: { label: 'Live events', isReadOnly: true },
  profile: { label: 'Your profile', isReadOnly: true },
  admin: { label: 'Administration', isForAdministrators: true },
} as const satisfies Record<string, Area>

/** Areas that need a signed-in person, regardless of a key's scopes (docs/product/account-security.md, "API keys"). */
export const areasWithoutKeys: ReadonlySet<string> = new Set([
  'auth',
  'apiKeys',
  'account',
  'members',
  'memberships',
  'trials',
  'webhooks',
])

export type Scope = `${keyof typeof areas}:${'read' | 'write'}`

const listed: [string, Area][] = Object.entries(areas)

/** Every scope, in display order. */
export const scopes = listed.flatMap(([area, { isReadOnly }]) =>
  isReadOnly ? [`${area}:read`] : [`${area}:read`, `${area}:write`],
) as Scope[]

/** Whether only an administrator can have it. */
export const isForAdministrators = (scope: Scope): boolean => scope.startsWith('admin:')

/** The requirement of a call for API keys: one scope, none, or a session instead. */
export type Demand = Scope | 'nothing' | 'session'

type ScopedCall = {
  /** The group of a procedure, or the feature of a route without one. */
  area: string
  isChange: boolean
  access: string
  /** The call's own declaration, which overrides the rule. */
  scope?: Demand | undefined
}

/** The requirement of a call for API keys, by its area and whether it changes anything. */
export function demandOf({ area, isChange, access, scope }: ScopedCall): Demand {
  if (scope) return scope
  const kind = isChange ? 'write' : 'read'
  if (access === 'administrator') return `admin:${kind}`
  if (areasWithoutKeys.has(area)) return 'session'
  if (access === 'visitor') return 'nothing'
  const wanted = scopes.find((each) => each === `${area}:${kind}`)
  return wanted ?? 'session'
}
