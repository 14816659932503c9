import { useQuery } from '@tanstack/react-query'
import { DeletedRecords } from '#web/list/deleted-records.tsx'
import { useTRPC } from '#web/trpc.ts'
import { DateTime } from '#web/ui/values/values.tsx'
import { shortTypeNames } from '../contract/type-names.ts'
import { useAccountChanges } from './account/use-account-changes.ts'

/** Recently deleted accounts, for one service or all, each with a restore button; nothing when there are none. */
export function DeletedAccounts({ serviceId }: { serviceId: string | undefined }) {
  const trpc = useTRPC()
  const { data = [] } = useQuery(trpc.email.deleted.queryOptions({}))
  const { undelete } = useAccountChanges()
  return (
    <DeletedRecords
      title="Deleted accounts"
      text="You can restore a deleted account and its messages for 7 days. Its address can’t be used again before that."
      rows={serviceId ? data.filter(({ service }) => service.id === serviceId) : data}
      nameOf={({ email }) => email}
      restore={undelete}
    >
      {({ email, type, deletedAt, purgeAt }) => (
        <div className="email-deleted">
          <strong>{email}</strong>
          <p className="quiet">
            {shortTypeNames[type]} · deleted <DateTime at={deletedAt} as="relative" /> · permanently deleted{' '}
            <DateTime at={purgeAt} as="due" />
          </p>
        </div>
      )}
    </DeletedRecords>
  )
}
