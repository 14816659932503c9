import type { Activity, Scope } from '#features/activity/scope.ts'
import type { CustomerContext } from '#server/context.ts'

type AuditEntry = Scope['audit'][number]

const titles: Record<string, string> = {
  'user.profile': 'Profile changed',
  'user.email.undo': 'Email address restored',
  'user.mobile.verify': 'Mobile number verified',
  'auth.email.verify': 'Email address verified',
}

/** Account events shown in the activity list. */
export const listedActions = Object.keys(titles)

const fieldNames: Record<string, string> = {
  firstName: 'first name',
  lastName: 'last name',
  email: 'email address',
  mobile: 'mobile number',
  organization: 'organization',
  address: 'address',
  profileImageUrl: 'photo',
}

/** The profile fields that a change names, as words. */
function detailOf({ action, note }: AuditEntry): string | null {
  if (action !== 'user.profile' || !note) return null
  const text = note
    .split(', ')
    .map((field) => fieldNames[field] ?? field)
    .join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

const present = (latest: AuditEntry): Activity => ({
  id: `profile:${latest.action}`,
  state: 'done',
  title: titles[latest.action] ?? '',
  subject: 'Your account',
  detail: detailOf(latest),
  progress: null,
  href: '/profile',
  at: latest.at,
})

/** The latest event of each kind on the caller's account. */
export function listAccountActivity(_ctx: CustomerContext, { audit }: Scope): Activity[] {
  const own = audit.filter(({ action }) => titles[action] !== undefined)
  return [...Map.groupBy(own, ({ action }) => action).values()].flatMap(([latest]) =>
    latest ? [present(latest)] : [],
  )
}
