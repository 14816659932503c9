import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTRPC } from '#web/trpc.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MailIcon } from '#web/ui/icons.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { texts } from '../contract/texts.ts'
import { EmailAccounts } from './email-accounts.tsx'
import { useAccounts } from './use-accounts.ts'

const route = getRouteApi('/signed-in/shell/server-management/$serviceId/email')

/** The email accounts of one site; without a domain, a link to connect one. */
export function SiteEmail() {
  const { serviceId } = route.useParams()
  const search = route.useSearch()
  const trpc = useTRPC()
  const accounts = useAccounts(serviceId)
  const domains = useQuery(trpc.email.domains.queryOptions())
  const hasDomain = domains.data?.some((domain) => domain.serviceId === serviceId)
  if (accounts.data?.length === 0 && !hasDomain)
    return (
      <div className="list-page email">
        <h2>Email</h2>
        <QueryState query={domains} what="The domains" loadingText={texts.loading}>
          {() => (
            <EmptyState
              icon={<MailIcon size={28} />}
              title="Connect a domain first"
              text="Email addresses need a verified domain on this site."
              action={
                <Link
                  to={`/server-management/${serviceId}/domain` as string}
                  className="button"
                  data-primary=""
                >
                  Connect a domain
                </Link>
              }
            />
          )}
        </QueryState>
      </div>
    )
  return (
    <div className="list-page email">
      <EmailAccounts
        serviceId={serviceId}
        isSite
        search={search}
        head={(create) => (
          <div className="email-section-head">
            <h2>Email</h2>
            {hasDomain && create}
          </div>
        )}
      />
    </div>
  )
}
