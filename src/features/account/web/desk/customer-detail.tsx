import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AdminUser } from '#features/auth/contract/desk.ts'
import { formatMoment } from '#shared/time.ts'
import { DeskDetail } from '#web/desk/desk-detail.tsx'
import { Facts } from '#web/desk/facts.tsx'
import { personName } from '#web/desk/person-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useViewer } from '#web/viewer.ts'

const AccessDialog = lazyPart(() => import('./customer-access-dialog.tsx'), 'CustomerAccessDialog')

const TwoFactorDialog = lazyPart(() => import('./customer-two-factor-dialog.tsx'), 'CustomerTwoFactorDialog')

const yesNo = (isSo: boolean): string => (isSo ? 'yes' : 'no')

/** One customer: who, since when, with what, and the flags. */
export function CustomerDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.admin.users.get.queryOptions({ id }))
  return (
    <DeskDetail what="Customer" query={query} onClose={onClose}>
      {(user) => <CustomerSheet user={user} />}
    </DeskDetail>
  )
}

function CustomerSheet({ user }: { user: AdminUser }) {
  const dialog = useDialog<AdminUser>()
  const removing = useDialog<AdminUser>()
  const isSelf = useViewer()?.id === user.id
  return (
    <>
      <h2>{personName(user)}</h2>
      <Facts
        title="Customer"
        facts={{
          Email: <a href={`mailto:${user.email}`}>{user.email}</a>,
          'Email verified': yesNo(user.emailVerified),
          Mobile: <a href={`tel:${user.mobile}`}>{user.mobile}</a>,
          Organization: user.organization,
          Address: user.address,
          Since: formatMoment(user.createdAt),
        }}
      />
      <Facts
        title="Services"
        facts={{ Active: String(user.activeServices), Pending: String(user.pendingServices) }}
      />
      <p className="desk-links">
        <Link to="/admin/orders" search={{ status: 'all', q: user.email }}>
          Orders
        </Link>
        <Link to="/admin/invoices" search={{ user: user.id }}>
          Invoices
        </Link>
        <Link to="/admin/services" search={{ q: user.email }}>
          Services
        </Link>
      </p>
      <Facts
        title="Access"
        facts={{
          Administrator: yesNo(user.isAdmin),
          'Full access without a plan': yesNo(user.hasAdminAccess),
          'Two-factor sign-in': user.hasTwoFactor ? 'on' : 'off',
          Passkeys: String(user.passkeys),
        }}
      />
      {isSelf ? (
        <p className="desk-quiet">You cannot change your own access.</p>
      ) : (
        <div className="desk-actions">
          <button type="button" className="button" onClick={() => dialog.open(user)}>
            Change access…
          </button>
          {(user.hasTwoFactor || user.passkeys > 0) && (
            <button type="button" className="button" onClick={() => removing.open(user)}>
              Switch two-factor off…
            </button>
          )}
        </div>
      )}
      {dialog.subject && (
        <AccessDialog key={dialog.key} user={dialog.subject} opened={dialog.isOpen} onClose={dialog.close} />
      )}
      {removing.subject && (
        <TwoFactorDialog
          key={removing.key}
          user={removing.subject}
          opened={removing.isOpen}
          onClose={removing.close}
        />
      )}
    </>
  )
}
