import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { countText } from '#shared/text/count-text.ts'
import { RecordPanel } from '#web/list/record-panel.tsx'
import { RecordTabs } from '#web/list/record-tabs.tsx'
import { useTRPC } from '#web/trpc.ts'
import { MailIcon } from '#web/ui/icons.tsx'
import { CopyButton } from '#web/ui/values/copy-button.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import { domainTextOf } from '../../contract/address.ts'
import type { EmailAccount } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'
import { shortTypeNames } from '../../contract/type-names.ts'
import { MailOff } from '../domain/mail-callout.tsx'
import { emailTabs, searchOfList, searchOfTab } from '../email-navigation.ts'
import type { EmailTab } from '../email-search.ts'
import type { TabProps } from './account-dialog-props.ts'
import { AccountStatus } from './account-status.tsx'
import { ForwardingTab } from './forwarding-tab.tsx'
import { SecurityTab } from './security-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { StorageTab } from './storage-tab.tsx'

const panels: Record<EmailTab, (props: TabProps) => ReactNode> = {
  settings: SettingsTab,
  forwarding: ForwardingTab,
  security: SecurityTab,
  storage: StorageTab,
}

const copied = { title: texts.copied, description: texts.copiedText }

function Facts({ account }: { account: EmailAccount }) {
  const { type, messagesReceived, spamBlocked, createdAt } = account
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    ['Status', <AccountStatus key="status" account={account} />],
    ['Type', shortTypeNames[type]],
    ['Received', messagesReceived.toLocaleString('en-IN')],
    ['Spam blocked', spamBlocked.toLocaleString('en-IN')],
    ['Created', <DateTime key="created" at={createdAt} />],
  ]
  return (
    <dl className="email-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The selected account: its state, a link to its inbox, and its four tabs. */
export function AccountPanel(props: TabProps) {
  const { account, search } = props
  const { id, domainId, isMailOn, email, type, reason, unseen } = account
  const { tab = 'settings' } = search
  const trpc = useTRPC()
  const isIncoming = useQuery(trpc.email.setup.queryOptions({})).data?.incoming != null
  const Tab = panels[tab]
  return (
    <RecordPanel label={email} back={{ label: 'All accounts', searchOf: searchOfList }}>
      <div className="email-panel-head">
        <h2 className="email-address">
          <span>{email}</span>
          <CopyButton value={email} label={`Copy ${email}`} toast={copied} />
        </h2>
        {type === 'mailbox' && (
          <Link to="/email/$id" params={{ id }} className="button" data-primary="">
            <MailIcon size={16} /> Open inbox
            {unseen > 0 && <span className="visually-hidden">, {countText(unseen, 'unread', 'unread')}</span>}
            {unseen > 0 && (
              <span className="count" aria-hidden="true">
                {unseen}
              </span>
            )}
          </Link>
        )}
      </div>
      <Facts account={account} />
      {domainId !== null && !isMailOn && isIncoming && tab !== 'security' && (
        <MailOff domain={{ id: domainId, name: domainTextOf(email) }} />
      )}
      {reason && <p className="email-notice">{reason}</p>}
      <RecordTabs label={email} name="email" tabs={emailTabs} chosen={tab} searchOf={searchOfTab}>
        <Tab {...props} />
      </RecordTabs>
    </RecordPanel>
  )
}
