import type { MemberRole } from '#shared/member-roles.ts'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { MemberRow } from '../contract.ts'

export const roleTexts: Record<MemberRole, string> = {
  viewer: 'Can view the service, its files, databases and backups.',
  developer: 'Can also change files and databases, restore backups and control the server.',
  billing: 'Can view and pay the service’s invoices, but not see the site.',
}

export const roleNames: Record<MemberRole, string> = {
  viewer: 'Viewer',
  developer: 'Developer',
  billing: 'Billing',
}

type StateProps = Pick<MemberRow, 'role' | 'status' | 'endsAt' | 'inviteExpiresAt'>

/** A member's permissions in a service, when they joined, and the end date. */
export function MemberState({ role, status, endsAt, inviteExpiresAt }: StateProps) {
  return (
    <p>
      {roleNames[role]}
      {status === 'active' && '.'}
      {status !== 'active' && (
        <>
          {' '}
          <StatusBadge status={status} tone={status === 'ended' ? 'bad' : 'warn'} />
        </>
      )}{' '}
      {inviteExpiresAt && status === 'invited' && (
        <>
          Invitation valid until <DateTime at={inviteExpiresAt} />.{' '}
        </>
      )}
      {endsAt ? (
        <>
          {status === 'ended' ? 'Ended' : 'Ends'} <DateTime at={endsAt} />.
        </>
      ) : (
        'No end date.'
      )}
    </p>
  )
}
