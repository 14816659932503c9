import { countText } from '#shared/text/count-text.ts'
import { RecordCard, RecordList } from '#web/list/record-list.tsx'
import type { EmailAccount } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'
import { shortTypeNames } from '../../contract/type-names.ts'
import { accountOrders, searchOfAccount } from '../email-navigation.ts'
import type { EmailSearch } from '../email-search.ts'
import { AccountStatus } from './account-status.tsx'

const reading = {
  words: ({ email, type, forwardTo }: EmailAccount) => [email, shortTypeNames[type], ...forwardTo].join(' '),
  orders: {
    address: (one: EmailAccount, other: EmailAccount) =>
      one.email.localeCompare(other.email, 'en-IN', { numeric: true }),
    used: (one: EmailAccount, other: EmailAccount) => other.used - one.used,
  },
}

type AccountListProps = { accounts: EmailAccount[]; openId: string | undefined; search: EmailSearch }

/** The customer's email accounts, newest first unless sorted otherwise. */
export function AccountList({ accounts, openId, search }: AccountListProps) {
  return (
    <>
      <RecordList
        rows={accounts}
        search={search}
        reading={reading}
        label="Search accounts"
        orders={accountOrders}
      >
        {(account) => <Card account={account} isOpen={account.id === openId} />}
      </RecordList>
      {accounts.some(({ domainId }) => domainId !== null) && (
        <p className="quiet email-roles">{texts.roles}</p>
      )}
    </>
  )
}

function Card({ account, isOpen }: { account: EmailAccount; isOpen: boolean }) {
  const { id, email, type, unseen } = account
  return (
    <RecordCard isOpen={isOpen} searchOf={(before) => searchOfAccount(id, before)}>
      <strong>{email}</strong>
      <span className="record-card-facts">
        <AccountStatus account={account} />
        <span className="quiet">
          {shortTypeNames[type]}
          {unseen > 0 && ` · ${countText(unseen, 'unread', 'unread')}`}
        </span>
      </span>
    </RecordCard>
  )
}
