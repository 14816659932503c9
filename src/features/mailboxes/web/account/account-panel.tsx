import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { countText } from '#shared/text/count-text.ts'
import { ArrowLeftIcon, MailIcon } from '#web/ui/icons.tsx'
import { PanelTabs, panelId, tabId } from '#web/ui/panel-tabs.tsx'
import { CopyButton } from '#web/ui/values/copy-button.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import { texts, typeNames } from '../../contract/texts.ts'
import type { EmailAccount } from '../../contract.ts'
import { emailTabs, searchOfList, searchOfTab } from '../email-places.ts'
import type { EmailSearch, EmailTab } from '../email-search.ts'
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
  const { type, messagesReceived, spamBlocked, createdAt, service } = account
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    ['Status', <AccountStatus key="status" account={account} />],
    ['Type', typeNames[type]],
    ['Received', messagesReceived.toLocaleString('en-IN')],
    ['Spam blocked', spamBlocked.toLocaleString('en-IN')],
    ['Plan', service.plan.name],
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

/** The selected account: how it stands, the way to its inbox, and its four tabs. */
export function AccountPanel(props: TabProps & { search: EmailSearch }) {
  const { account, search } = props
  const { id, email, type, reason, unseen } = account
  const { tab = 'settings' } = search
  const Tab = panels[tab]
  return (
    <section className="record-panel panel" aria-label={email}>
      <Link from="/email" to="/email" search={searchOfList} className="page-header-back record-back">
        <ArrowLeftIcon size={14} /> All accounts
      </Link>
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
      {reason && <p className="email-notice">{reason}</p>}
      <PanelTabs label={email} name="email" tabs={emailTabs} chosen={tab} searchOf={searchOfTab} />
      <div
        className="record-tab-panel"
        role="tabpanel"
        id={panelId('email')}
        aria-labelledby={tabId('email', tab)}
      >
        <Tab {...props} />
      </div>
    </section>
  )
}
