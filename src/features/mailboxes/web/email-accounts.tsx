import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RecordSplit } from '#web/list/record-split.tsx'
import { useTRPC } from '#web/trpc.ts'
import { usePageDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MailIcon, PlusIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { domainTextOf } from '../contract/address.ts'
import type { EmailAccount } from '../contract/contract.ts'
import { texts } from '../contract/texts.ts'
import type { Secret } from './account/account-dialog-props.ts'
import { AccountList } from './account/account-list.tsx'
import { AccountPanel } from './account/account-panel.tsx'
import { DeletedAccounts } from './deleted-accounts.tsx'
import { MailOff } from './domain/mail-callout.tsx'
import type { EmailSearch } from './email-search.ts'
import { MailNotice } from './mail-notice.tsx'
import { useAccounts } from './use-accounts.ts'

const CreateDialog = lazyPart(() => import('./account/account-create-dialog.tsx'), 'AccountCreateDialog')
const SecretDialog = lazyPart(() => import('./account/secret-dialog.tsx'), 'SecretDialog')

/** Domains of accounts that receive nothing because mail is not set up, without duplicates. */
function domainsWithoutMail(accounts: EmailAccount[]): { id: string; name: string }[] {
  const found = accounts.flatMap(({ domainId, isMailOn, email }) =>
    domainId !== null && !isMailOn ? [[domainId, domainTextOf(email)] as const] : [],
  )
  return [...new Map(found)].map(([id, name]) => ({ id, name }))
}

type SplitProps = {
  /** Whether this server receives mail from others: without it, no domain record helps. */
  isIncoming: boolean
  accounts: EmailAccount[]
  search: EmailSearch
  title: string
  create: ReactNode
  showSecret: (secret: Secret) => void
}

function Split({ isIncoming, accounts, search, title, create, showSecret }: SplitProps) {
  const open = accounts.find(({ id }) => id === search.account)
  const isEmpty = accounts.length === 0
  return (
    <>
      {(isIncoming ? domainsWithoutMail(accounts) : [])
        .filter(({ id }) => id !== open?.domainId)
        .map((domain) => (
          <MailOff key={domain.id} domain={domain} />
        ))}
      <RecordSplit
        label={texts.listTitle}
        title={title}
        list={
          isEmpty ? (
            <EmptyState icon={<MailIcon size={28} />} title={texts.empty} action={create} />
          ) : (
            <AccountList accounts={accounts} openId={open?.id} search={search} />
          )
        }
        openId={open?.id}
        panel={open && <AccountPanel key={open.id} account={open} search={search} showSecret={showSecret} />}
        none={{
          icon: <MailIcon size={28} />,
          title: texts.select,
          text: 'Its settings, forwarding, security and storage open here.',
        }}
      />
    </>
  )
}

type EmailAccountsProps = {
  search: EmailSearch
  /** The service to filter by; without one, all of the customer's. */
  serviceId: string | undefined
  /** Whether this is the page of the service, whose new accounts belong to it. */
  isSite?: boolean
  head: (create: ReactNode) => ReactNode
  /** Content below the accounts. */
  children?: ReactNode
}

/** Email accounts: the list, the selected one with its settings, and the button to create one. */
export function EmailAccounts({ search, serviceId, isSite = false, head, children }: EmailAccountsProps) {
  const trpc = useTRPC()
  const query = useAccounts(serviceId)
  const offered = useQuery(trpc.email.domains.queryOptions()).data
  const domains = isSite ? offered?.filter((each) => each.serviceId === serviceId) : offered
  const dialog = usePageDialog(search.dialog === 'create', true)
  const secret = useDialog<Secret>()
  const setup = useQuery(trpc.email.setup.queryOptions({})).data
  const isIncoming = setup !== undefined && setup.incoming !== null
  const create = (
    <button type="button" className="button" data-primary="" onClick={() => dialog.open(true)}>
      <PlusIcon size={16} /> Create Email
    </button>
  )
  return (
    <>
      {head(query.data?.length === 0 ? undefined : create)}
      <MailNotice setup={setup} />
      <QueryState
        query={query}
        what="Your email accounts"
        loadingText={texts.loading}
        skeleton={<SkeletonRows text={texts.loading} rows={6} />}
      >
        {(accounts) => (
          <Split
            isIncoming={isIncoming}
            accounts={accounts}
            search={search}
            title={isSite ? 'Addresses' : texts.listTitle}
            create={create}
            showSecret={secret.open}
          />
        )}
      </QueryState>
      {children}
      <DeletedAccounts serviceId={isSite ? serviceId : undefined} />
      {dialog.subject && domains && (
        <CreateDialog
          key={dialog.key}
          opened={dialog.isOpen}
          onClose={dialog.close}
          domains={domains}
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
    </>
  )
}
