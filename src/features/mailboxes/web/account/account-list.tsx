import { Link } from '@tanstack/react-router'
import { countText } from '#shared/text/count-text.ts'
import { pageOf } from '#web/lib/paged-list.ts'
import { ListControls, ListPager } from '#web/ui/tables/list-controls.tsx'
import { texts, typeNames } from '../../contract/texts.ts'
import type { EmailAccount } from '../../contract.ts'
import { accountOrders, searchOfAccount } from '../email-places.ts'
import type { EmailSearch } from '../email-search.ts'
import { AccountStatus } from './account-status.tsx'

const reading = {
  words: ({ email, type, forwardTo }: EmailAccount) => [email, typeNames[type], ...forwardTo].join(' '),
  orders: {
    address: (one: EmailAccount, other: EmailAccount) =>
      one.email.localeCompare(other.email, 'en-IN', { numeric: true }),
    used: (one: EmailAccount, other: EmailAccount) => other.used - one.used,
  },
}

type AccountListProps = { accounts: EmailAccount[]; openId: string | undefined; search: EmailSearch }

/** The customer's email accounts, newest first unless sorted otherwise. */
export function AccountList({ accounts, openId, search }: AccountListProps) {
  const page = pageOf(accounts, search, reading)
  return (
    <>
      <h2 className="record-index-title">{texts.listTitle}</h2>
      {page.isLong && <ListControls search={search} label="Search accounts" orders={accountOrders} />}
      <ul className="record-list">
        {page.rows.map((account) => (
          <li key={account.id}>
            <Card account={account} isOpen={account.id === openId} />
          </li>
        ))}
      </ul>
      <ListPager page={page} />
      {accounts.some(({ domainId }) => domainId !== null) && <p className="quiet">{texts.roles}</p>}
    </>
  )
}

function Card({ account, isOpen }: { account: EmailAccount; isOpen: boolean }) {
  const { id, email, type, unseen } = account
  return (
    <Link
      from="/email"
      to="/email"
      search={(before: EmailSearch) => searchOfAccount(id, before)}
      activeOptions={{ exact: true }}
      resetScroll={false}
      className="record-card email-card"
      aria-current={isOpen ? 'true' : undefined}
    >
      <strong>{email}</strong>
      <span className="record-card-facts">
        <AccountStatus account={account} />
        <span className="quiet">
          {typeNames[type]}
          {unseen > 0 && ` · ${countText(unseen, 'unread', 'unread')}`}
        </span>
      </span>
    </Link>
  )
}
