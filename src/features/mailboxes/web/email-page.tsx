import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTRPC } from '#web/trpc.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { texts } from '../contract/texts.ts'
import { EmailAccounts } from './email-accounts.tsx'
import { EmailStatsCards } from './email-stats.tsx'
import { MailNotice } from './mail-notice.tsx'

const route = getRouteApi('/signed-in/shell/email')

/** All email accounts of the customer, and what they hold in sum. */
export function EmailPage() {
  const trpc = useTRPC()
  const accounts = useQuery(trpc.email.list.queryOptions({}))
  const stats = useQuery(trpc.email.stats.queryOptions())
  const setup = useQuery(trpc.email.setup.queryOptions({}))
  return (
    <div className="list-page email">
      <EmailAccounts
        search={route.useSearch()}
        head={(create) => (
          <>
            <PageHeader title={texts.title} subtitle={texts.subtitle} actions={create} />
            <MailNotice setup={setup.data} />
          </>
        )}
      >
        <div className="email-stats">
          <EmailStatsCards stats={stats.data} accounts={accounts.data?.length} />
        </div>
      </EmailAccounts>
    </div>
  )
}
