import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type MemberRole, memberRoles } from '#shared/member-roles.ts'
import type { MembersPanelProps } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import type { MemberRow } from '../contract.ts'
import { MemberState, roleNames } from './member-state.tsx'

const InviteDialog = lazyPart(() => import('./invite-dialog.tsx'), 'InviteDialog')

function useChanges() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(trpc.members.pathFilter())
  return {
    invite: useMutation(
      trpc.members.invite.mutationOptions({
        meta: { failure: 'The invitation could not be sent' },
        onSuccess: ({ email }) => showToast({ title: 'Invitation sent', description: email }),
        onSettled,
      }),
    ),
    change: useMutation(
      trpc.members.change.mutationOptions({ meta: { failure: 'The role could not be changed' }, onSettled }),
    ),
    remove: useMutation(
      trpc.members.remove.mutationOptions({
        meta: { failure: 'The member could not be removed' },
        onSettled,
      }),
    ),
  }
}

type ItemProps = { row: MemberRow; onChangeRole: (role: MemberRole) => void; onRemove: () => void }

function MemberItem({ row, onChangeRole, onRemove }: ItemProps) {
  const { email, role, status } = row
  const choose = (value: string) => {
    const chosen = memberRoles.find((each) => each === value)
    if (chosen) onChangeRole(chosen)
  }
  return (
    <li>
      <div className="fact-list-facts">
        <strong>{email}</strong>
        <MemberState {...row} />
      </div>
      <div className="member-actions">
        {status !== 'ended' && (
          <select
            className="control"
            aria-label={`Role of ${email}`}
            value={role}
            onChange={({ currentTarget: { value } }) => choose(value)}
          >
            {memberRoles.map((each) => (
              <option key={each} value={each}>
                {roleNames[each]}
              </option>
            ))}
          </select>
        )}
        <button type="button" className="button" onClick={onRemove}>
          Remove<span className="visually-hidden"> {email}</span>
        </button>
      </div>
    </li>
  )
}

/** Members of a service with their permissions, and invitations. */
export function MembersPanel({ serviceId }: MembersPanelProps) {
  const trpc = useTRPC()
  const query = useQuery(trpc.members.list.queryOptions({ serviceId }))
  const { invite, change, remove } = useChanges()
  const inviting = useDialog<true>()
  const removal = useDialog<MemberRow>()
  return (
    <section className="panel server-settings" aria-labelledby="members-title">
      <h2 id="members-title">Members</h2>
      <p>People who can work on this service from their own account.</p>
      <button type="button" className="button" onClick={() => inviting.open(true)}>
        Invite member…
      </button>
      <QueryState
        query={query}
        what="The members"
        loadingText="Loading members..."
        empty={<p>No members yet.</p>}
      >
        {(rows) => (
          <ul className="fact-list member-list" aria-label="Members">
            {rows.map((row) => (
              <MemberItem
                key={row.id}
                row={row}
                onChangeRole={(role) => change.mutate({ id: row.id, role })}
                onRemove={() => removal.open(row)}
              />
            ))}
          </ul>
        )}
      </QueryState>
      {inviting.subject && (
        <InviteDialog
          key={inviting.key}
          serviceId={serviceId}
          opened={inviting.isOpen}
          onClose={inviting.close}
          onSubmit={invite.mutateAsync}
        />
      )}
      <Confirming
        dialog={removal}
        ask={({ id, email }) => ({
          title: `Remove ${email}?`,
          confirmLabel: 'Remove',
          children: 'They lose access to this service immediately.',
          onConfirm: () => remove.mutateAsync({ id }),
        })}
      />
    </section>
  )
}
