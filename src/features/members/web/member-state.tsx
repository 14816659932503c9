import type { MemberRole } from '#shared/member-roles.ts'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { MemberRow } from '../contract.ts'

export const roleTexts: Record<MemberRole, string> = {
  viewer: 'Sees the service, its files, databases and backups.',
  developer: 'Also changes files and databases, restores backups and runs the server.',
  billing: 'Sees and pays the invoices of the service, and nothing of its site.',
}

export const roleNames: Record<MemberRole, string> = {
  viewer: 'Viewer',
  developer: 'Developer',
  billing: 'Billing',
}

type StateProps = Pick<MemberRow, 'role' | 'status' | 'endsAt' | 'inviteExpiresAt'>

/** What somebody may do with a service, since they joined or once they do, and until when. */
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
          The invitation is open until <DateTime at={inviteExpiresAt} />.{' '}
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
