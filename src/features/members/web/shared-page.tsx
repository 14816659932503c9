import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { UserIcon } from '#web/ui/icons.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import type { MembershipRow } from '../contract.ts'
import { MemberState } from './member-state.tsx'

const route = getRouteApi('/signed-in/shell/shared')

/** Actions that change the list: accepting an invitation or its link, and leaving. */
function useChanges() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(trpc.memberships.pathFilter())
  const onSuccess = () => showToast({ title: 'Invitation accepted' })
  const meta = { failure: 'The invitation could not be accepted' }
  return {
    accept: useMutation(trpc.memberships.accept.mutationOptions({ meta, onSuccess, onSettled })),
    acceptLink: useMutation(trpc.memberships.acceptLink.mutationOptions({ meta, onSuccess, onSettled })),
    leave: useMutation(
      trpc.memberships.leave.mutationOptions({
        meta: { failure: 'You could not leave this service' },
        onSettled,
      }),
    ),
  }
}

/** The invitation of a link, before it is accepted. */
function LinkedInvitation({ token }: { token: string }) {
  const { acceptLink } = useChanges()
  const navigate = route.useNavigate()
  const forget = () => void navigate({ search: {}, replace: true })
  return (
    <section className="panel" aria-labelledby="invitation-title">
      <h2 id="invitation-title">You have an invitation</h2>
      <p>Accept it to work on this service. The owner can remove you at any time.</p>
      <div className="member-actions">
        <button
          type="button"
          className="button"
          data-primary=""
          disabled={acceptLink.isPending}
          onClick={() => acceptLink.mutate({ token }, { onSuccess: forget })}
        >
          Accept invitation
        </button>
        <button type="button" className="button" onClick={forget}>
          Not now
        </button>
      </div>
    </section>
  )
}

/** The start page of a member: the service, or its bills. */
const pathOf = ({ id, role, service }: MembershipRow): string =>
  `/as/${id}${role === 'billing' ? '/profile/billing' : `/server-management/${service.id}`}`

type ItemProps = { row: MembershipRow; onAccept: () => void; onLeave: () => void }

function SharedItem({ row, onAccept, onLeave }: ItemProps) {
  const { service, owner, status } = row
  return (
    <li>
      <div className="fact-list-facts">
        <strong>{service.name}</strong>
        <p>Shared by {owner.email}</p>
        <MemberState {...row} />
      </div>
      <div className="member-actions">
        {status === 'active' && (
          <a className="button" data-primary="" href={pathOf(row)}>
            Open<span className="visually-hidden"> {service.name}</span>
          </a>
        )}
        {status === 'invited' && (
          <button type="button" className="button" data-primary="" onClick={onAccept}>
            Accept<span className="visually-hidden"> {service.name}</span>
          </button>
        )}
        <button type="button" className="button" onClick={onLeave}>
          {status === 'invited' ? 'Decline' : 'Leave'}
          <span className="visually-hidden"> {service.name}</span>
        </button>
      </div>
    </li>
  )
}

function SharedList() {
  const trpc = useTRPC()
  const query = useQuery(trpc.memberships.list.queryOptions())
  const { accept, leave } = useChanges()
  const leaving = useDialog<MembershipRow>()
  const empty = (
    <EmptyState
      icon={<UserIcon size={20} />}
      title="Nothing is shared with you"
      text="Invitations to your verified email address appear here."
    />
  )
  return (
    <QueryState query={query} what="The list of shared services" loadingText="Loading..." empty={empty}>
      {(rows) => (
        <>
          <ul className="fact-list member-list" aria-label="Shared with me">
            {rows.map((row) => (
              <SharedItem
                key={row.id}
                row={row}
                onAccept={() => accept.mutate({ id: row.id })}
                onLeave={() => leaving.open(row)}
              />
            ))}
          </ul>
          <Confirming
            dialog={leaving}
            ask={({ id, service, status }) => ({
              title: status === 'invited' ? `Decline ${service.name}?` : `Leave ${service.name}?`,
              confirmLabel: status === 'invited' ? 'Decline' : 'Leave',
              children: 'To come back, you need a new invitation from the owner.',
              onConfirm: () => leave.mutateAsync({ id }),
            })}
          />
        </>
      )}
    </QueryState>
  )
}

/** Services that others share with the customer, and invitations. */
export function SharedPage() {
  const { invitation } = route.useSearch()
  return (
    <>
      <PageHeader title="Shared with me" subtitle="Services that other people share with you." />
      {invitation && <LinkedInvitation token={invitation} />}
      <SharedList />
    </>
  )
}
