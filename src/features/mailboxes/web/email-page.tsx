import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { withoutDialog } from '#web/lib/search-values.ts'
import { useTRPC } from '#web/trpc.ts'
import { useAskedDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MailIcon, PlusIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { useCurrentInView } from '#web/ui/use-current-in-view.ts'
import { texts } from '../contract/texts.ts'
import type { EmailAccount } from '../contract.ts'
import type { Secret } from './account/account-dialog-props.ts'
import { AccountList } from './account/account-list.tsx'
import { AccountPanel } from './account/account-panel.tsx'
import { DeletedAccounts } from './deleted-accounts.tsx'
import { EmailStatsCards } from './email-stats.tsx'
import { MailNotice } from './mail-notice.tsx'

const CreateDialog = lazyPart(() => import('./account/account-create-dialog.tsx'), 'AccountCreateDialog')
const SecretDialog = lazyPart(() => import('./account/secret-dialog.tsx'), 'SecretDialog')

const route = getRouteApi('/signed-in/shell/email')

type SplitProps = { accounts: EmailAccount[]; create: ReactNode; showSecret: (secret: Secret) => void }

function Split({ accounts, create, showSecret }: SplitProps) {
  const search = route.useSearch()
  const open = accounts.find(({ id }) => id === search.account)
  const index = useCurrentInView<HTMLElement>(open?.id)
  return (
    <div className="record-split" data-open={open ? '' : undefined}>
      <section ref={index} className="record-index" aria-label={texts.listTitle}>
        {accounts.length > 0 ? (
          <AccountList accounts={accounts} openId={open?.id} search={search} />
        ) : (
          <>
            <h2 className="record-index-title">{texts.listTitle}</h2>
            <EmptyState icon={<MailIcon size={28} />} title={texts.empty} action={create} />
          </>
        )}
      </section>
      {open ? (
        <AccountPanel key={open.id} account={open} search={search} showSecret={showSecret} />
      ) : (
        <div className="record-none panel">
          <EmptyState
            icon={<MailIcon size={28} />}
            title={texts.select}
            text="Its settings, forwarding, security and storage open here."
          />
        </div>
      )}
    </div>
  )
}

/** The customer's email accounts: what they hold in sum, the list, and the selected one with its settings. */
export function EmailPage() {
  const trpc = useTRPC()
  const query = useQuery(trpc.email.list.queryOptions({}))
  const stats = useQuery(trpc.email.stats.queryOptions())
  const setup = useQuery(trpc.email.setup.queryOptions({}))
  const { dialog: asked } = route.useSearch()
  const navigate = route.useNavigate()
  const forget = () => void navigate({ search: withoutDialog, replace: true, resetScroll: false })
  const dialog = useAskedDialog({ isAsked: asked === 'create', subject: true, forget })
  const secret = useDialog<Secret>()
  const create = (
    <button type="button" className="button" data-primary="" onClick={() => dialog.open(true)}>
      <PlusIcon size={16} /> Create Email
    </button>
  )
  const hasNone = query.data?.length === 0
  return (
    <div className="list-page email">
      <PageHeader title={texts.title} subtitle={texts.subtitle} actions={hasNone ? undefined : create} />
      <MailNotice setup={setup.data} />
      <div className="email-stats">
        <EmailStatsCards stats={stats.data} accounts={query.data?.length} />
      </div>
      <QueryState
        query={query}
        what="Your email accounts"
        loadingText={texts.loading}
        skeleton={<SkeletonRows text={texts.loading} rows={6} />}
      >
        {(accounts) => <Split accounts={accounts} create={create} showSecret={secret.open} />}
      </QueryState>
      <DeletedAccounts />
      {dialog.subject && (
        <CreateDialog
          key={dialog.key}
          opened={dialog.isOpen}
          onClose={dialog.close}
          showSecret={secret.open}
        />
      )}
      {secret.subject && (
        <SecretDialog
          key={`secret ${secret.key}`}
          opened={secret.isOpen}
          onClose={secret.close}
          secret={secret.subject}
        />
      )}
    </div>
  )
}
