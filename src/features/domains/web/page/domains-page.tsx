import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PageContext } from '#web/areas.tsx'
import { RecordSplit } from '#web/list/record-split.tsx'
import { useTRPC } from '#web/trpc.ts'
import { usePageDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { GlobeIcon, PlusIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import type { Domain } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'
import type { DomainSearch } from '../domain-search.ts'
import { DomainList } from '../list/domain-list.tsx'
import { DomainPanel } from './domain-panel.tsx'
import { prefetchAll, prefetchTab } from './prefetch-tab.ts'
import { SiteDomain } from './site-domain.tsx'

const ConnectDialog = lazyPart(() => import('../connect/domain-connect-dialog.tsx'), 'DomainConnectDialog')
const RegisterDialog = lazyPart(() => import('../connect/domain-register-dialog.tsx'), 'DomainRegisterDialog')

const route = getRouteApi('/signed-in/shell/domains')
const siteRoute = getRouteApi('/signed-in/shell/server-management/$serviceId/domain')

function Split({ domains, actions }: { domains: Domain[]; actions: ReactNode }) {
  const search = route.useSearch()
  const open = domains.find(({ id }) => id === search.domain)
  return (
    <RecordSplit
      label="Domains"
      title={texts.list}
      list={
        domains.length > 0 ? (
          <DomainList domains={domains} openId={open?.id} search={search} />
        ) : (
          <EmptyState icon={<GlobeIcon size={28} />} title={texts.noDomains} action={actions} />
        )
      }
      openId={open?.id}
      panel={open && <DomainPanel key={open.id} domain={open} search={search} />}
      none={{
        icon: <GlobeIcon size={28} />,
        title: texts.selectDomain,
        text: 'Open a domain for its DNS records, certificate, subdomains and settings.',
      }}
    />
  )
}

/** Data for the first screen of the page. */
export async function prefetchDomains(context: PageContext, { domain: wanted, tab }: DomainSearch) {
  const domain = (await prefetchAll(context)).find(({ id }) => id === wanted)
  if (domain) await prefetchTab(context, domain.id, tab)
}

/** The customer's domains: the list, and the selected one with its records and settings. */
export function DomainsPage() {
  const query = useQuery(useTRPC().domains.list.queryOptions())
  const { dialog: asked } = route.useSearch()
  const dialog = usePageDialog<NonNullable<typeof asked>>(asked !== undefined, asked ?? 'register')
  const actions = (
    <>
      <button type="button" className="button" onClick={() => dialog.open('connect')}>
        Connect a domain
      </button>
      <button type="button" className="button" data-primary="" onClick={() => dialog.open('register')}>
        <PlusIcon size={16} /> Register Domain
      </button>
    </>
  )
  const Dialog = dialog.subject === 'connect' ? ConnectDialog : RegisterDialog
  return (
    <>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        actions={query.data?.length !== 0 && actions}
      />
      <QueryState query={query} what="Your domains" loadingText={texts.loading}>
        {(domains) => <Split domains={domains} actions={actions} />}
      </QueryState>
      {dialog.subject && <Dialog key={dialog.key} opened={dialog.isOpen} onClose={dialog.close} />}
    </>
  )
}

/** Data for the first screen of the site tab. */
export const prefetchSiteDomain = (context: PageContext) => prefetchAll(context)

/** The names of one site, as a tab of its page. */
export const SiteDomainPage = () => <SiteDomain serviceId={siteRoute.useParams().serviceId} />

/** General information about certificates: each domain shows its own in a tab. */
export const SslPage = () => (
  <div className="page-header">
    <h1 className="visually-hidden">SSL Certificates</h1>
    <p>{texts.sslSoon}</p>
  </div>
)
