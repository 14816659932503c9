import type { Activity, Scope } from '#features/activity/scope.ts'
import type { CustomerContext } from '#server/context.ts'
import { countText } from '#shared/text/count-text.ts'
import { showAddress } from './contract/address.ts'

type AuditRow = Scope['audit'][number]

const titles: Record<string, string> = {
  'email.create': 'New email account',
  'email.status': 'Email account status',
  'email.forwarding': 'Email forwarding',
  'email.quota': 'Mailbox storage',
  'email.signature': 'Email signature',
  'email.cleanup': 'Mailbox clean-up',
  'email.password': 'Mailbox password',
  'email.delete': 'Deleted email account',
  'email.restore': 'Restored email account',
}

export const listedActions = Object.keys(titles)

function detailOf({ action, details }: AuditRow): string | null {
  if (action === 'email.status') return details?.after === 'active' ? 'Activated.' : 'Suspended.'
  if (action === 'email.quota') return `The new limit is ${details?.after} MB.`
  if (action === 'email.cleanup')
    return `${countText(Number(details?.removed), 'message')} permanently deleted.`
  if (action !== 'email.forwarding' || !Array.isArray(details?.after)) return null
  const count = details.after.length
  return count === 0 ? 'Turned off.' : `Forwards to ${countText(count, 'address', 'addresses')}.`
}

const present = (entry: AuditRow): Activity => ({
  id: `email:${entry.id}`,
  state: 'done',
  title: titles[entry.action] ?? '',
  subject: showAddress(entry.note ?? ''),
  detail: detailOf(entry),
  progress: null,
  // Deleted accounts appear in the list of restorable ones.
  href: entry.action === 'email.delete' ? '/email' : `/email?account=${entry.targetId}`,
  at: entry.at,
})

/** The latest change of each kind per account, so that frequent changes do not hide the rest. */
export async function listEmailActivity(_: CustomerContext, { audit }: Scope): Promise<Activity[]> {
  const latest = new Map<string, Activity>()
  for (const entry of audit) {
    const key = `${entry.action} ${entry.targetId}`
    if (titles[entry.action] !== undefined && !latest.has(key)) latest.set(key, present(entry))
  }
  return [...latest.values()]
}
