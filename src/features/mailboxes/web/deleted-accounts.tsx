import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { DateTime } from '#web/ui/values/values.tsx'
import { typeNames } from '../contract/texts.ts'
import type { DeletedAccount } from '../contract.ts'
import { useAccountChanges } from './account/use-account-changes.ts'

const titleId = 'deleted-accounts'

/** Accounts that were deleted within the last days, each with the way back; nothing when there are none. */
export function DeletedAccounts() {
  const trpc = useTRPC()
  const { data = [] } = useQuery(trpc.email.deleted.queryOptions({}))
  const { undelete } = useAccountChanges()
  if (data.length === 0) return null
  return (
    <section className="deleted-records" aria-labelledby={titleId}>
      <h2 id={titleId}>Deleted accounts</h2>
      <p className="quiet">
        A deleted account is kept for 7 days with its messages and can be restored until then; its address
        stays taken.
      </p>
      <ul>
        {data.map((account) => (
          <li key={account.id}>
            <Row
              account={account}
              isRestoring={undelete.isPending && undelete.variables?.id === account.id}
              onRestore={() => undelete.mutate({ id: account.id })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type RowProps = { account: DeletedAccount; isRestoring: boolean; onRestore: () => void }

function Row({ account: { email, type, deletedAt, purgeAt }, isRestoring, onRestore }: RowProps) {
  return (
    <div className="deleted-record">
      <div className="email-deleted">
        <strong>{email}</strong>
        <p className="quiet">
          {typeNames[type]} · deleted <DateTime at={deletedAt} as="relative" /> · gone for good{' '}
          <DateTime at={purgeAt} as="due" />
        </p>
      </div>
      <button
        type="button"
        className="button"
        aria-label={`Restore ${email}`}
        disabled={isRestoring}
        onClick={onRestore}
      >
        Restore
      </button>
    </div>
  )
}
