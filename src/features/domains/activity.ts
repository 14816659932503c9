import type { Activity, Scope } from '#features/activity/scope.ts'
import type { CustomerContext } from '#server/context.ts'
import { showName } from '#shared/names/show-name.ts'

type AuditEntry = Scope['audit'][number]

const titles: Record<string, string> = {
  'domain.register': 'Domain registered',
  'domain.dns': 'DNS records changed',
  'domain.settings': 'Domain settings changed',
  'domain.serving': 'Redirects and HSTS changed',
  'domain.transfer': 'Transfer code issued',
}

/** Audit actions that the activity list shows. */
export const listedActions = Object.keys(titles)

/** The domain name is the note, unless the note describes a record change. */
const nameOf = ({ details, note }: AuditEntry): string =>
  typeof details?.domain === 'string' ? details.domain : (note ?? '')

function detailOf({ action, note }: AuditEntry, count: number): string | null {
  if (action !== 'domain.dns') return null
  return count === 1 ? `${note}.` : `${note}, the latest of ${count} changes.`
}

/** Lists the latest action of each kind per domain, so that many record changes do not hide everything else. */
export function listDomainActivity(_ctx: CustomerContext, { audit }: Scope): Activity[] {
  const own = audit.filter(({ action }) => titles[action] !== undefined)
  const groups = Map.groupBy(own, ({ action, targetId }) => `${action} ${targetId}`)
  return [...groups.values()].flatMap((entries) => {
    const [latest] = entries
    return latest ? [present(latest, entries.length)] : []
  })
}

const present = (latest: AuditEntry, count: number): Activity => ({
  id: `domain:${latest.action}:${latest.targetId}`,
  state: 'done',
  title: titles[latest.action] ?? '',
  subject: showName(nameOf(latest)),
  detail: detailOf(latest, count),
  progress: null,
  href: `/domains?domain=${latest.targetId}`,
  at: latest.at,
})
