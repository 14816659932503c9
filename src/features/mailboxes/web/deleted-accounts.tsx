import { useQuery } from '@tanstack/react-query'
import { DeletedRecords } from '#web/list/deleted-records.tsx'
import { useTRPC } from '#web/trpc.ts'
import { DateTime } from '#web/ui/values/values.tsx'
import { typeNames } from '../contract/type-names.ts'
import { useAccountChanges } from './account/use-account-changes.ts'

/** Accounts that were deleted within the last days, each with the way back; nothing when there are none. */
export function DeletedAccounts() {
  const trpc = useTRPC()
  const { data = [] } = useQuery(trpc.email.deleted.queryOptions({}))
  const { undelete } = useAccountChanges()
  return (
    <DeletedRecords
      title="Deleted accounts"
      text="A deleted account is kept for 7 days with its messages and can be restored until then; its address stays taken."
      rows={data}
      nameOf={({ email }) => email}
      restore={undelete}
    >
      {({ email, type, deletedAt, purgeAt }) => (
        <div className="email-deleted">
          <strong>{email}</strong>
          <p className="quiet">
            {typeNames[type]} · deleted <DateTime at={deletedAt} as="relative" /> · gone for good{' '}
            <DateTime at={purgeAt} as="due" />
          </p>
        </div>
      )}
    </DeletedRecords>
  )
}
