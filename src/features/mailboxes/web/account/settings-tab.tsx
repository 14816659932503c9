import { usePageDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { SettingRow } from '#web/ui/forms/setting-row.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { EmailAccount } from '../../contract/contract.ts'
import type { TabProps } from './account-dialog-props.ts'
import { useAccountChanges } from './use-account-changes.ts'

const SetupDialog = lazyPart(() => import('../set-up/setup-dialog.tsx'), 'SetupDialog')
const dialogs = {
  suspend: lazyPart(() => import('./account-suspend-dialog.tsx'), 'AccountSuspendDialog'),
  password: lazyPart(() => import('./account-password-dialog.tsx'), 'AccountPasswordDialog'),
  test: lazyPart(() => import('./test-mail-dialog.tsx'), 'TestMailDialog'),
  delete: lazyPart(() => import('./account-delete-dialog.tsx'), 'AccountDeleteDialog'),
}

/** Activates or suspends the account, sets up mail apps, and deletes the account. */
export function SettingsTab({ account, search, showSecret }: TabProps) {
  const dialog = useDialog<keyof typeof dialogs>()
  const Dialog = dialog.subject && dialogs[dialog.subject]
  return (
    <div>
      <StatusSetting account={account} suspend={() => dialog.open('suspend')} />
      {account.type === 'mailbox' && (
        <>
          <SettingRow title="Password" text="Used by mail apps. If you lost it, create a new one.">
            <button type="button" className="button" onClick={() => dialog.open('password')}>
              New password…
            </button>
          </SettingRow>
          <SetupSetting account={account} isAsked={search.dialog === 'setup'} />
          <SettingRow title="Test mail" text="Send a short message from this address to check delivery.">
            <button type="button" className="button" onClick={() => dialog.open('test')}>
              Send a test mail…
            </button>
          </SettingRow>
        </>
      )}
      <SettingRow title="Delete" text="You can restore a deleted account for 7 days.">
        <button type="button" className="button" onClick={() => dialog.open('delete')}>
          Delete…
        </button>
      </SettingRow>
      {Dialog && (
        <Dialog
          key={dialog.key}
          account={account}
          showSecret={showSecret}
          opened={dialog.isOpen}
          onClose={dialog.close}
        />
      )}
    </div>
  )
}

type StatusSettingProps = { account: EmailAccount; suspend: () => void }

function activeText({ reason, domainId, isMailOn }: EmailAccount): string {
  if (reason !== null) return 'This address can’t send or receive mail.'
  return domainId === null || isMailOn
    ? 'This address can send and receive mail.'
    : 'This address receives mail once you set up mail for its domain.'
}

function StatusSetting({ account, suspend }: StatusSettingProps) {
  const { id, status, forwardTo, type } = account
  const { setStatus } = useAccountChanges()
  const isActive = status === 'active'
  const texts = {
    active: activeText(account),
    suspended: 'New mail is rejected and nothing is sent. Stored messages are not changed.',
    pending: 'Add a destination in Forwarding to start.',
  }
  return (
    <SettingRow title="Status" text={texts[status]}>
      <button
        type="button"
        className="button"
        disabled={setStatus.isPending || (!isActive && type !== 'mailbox' && forwardTo.length === 0)}
        onClick={() => (isActive ? suspend() : setStatus.mutate({ id, status: 'active' }))}
      >
        {isActive ? 'Suspend' : 'Activate'}
      </button>
    </SettingRow>
  )
}

function SetupSetting({ account, isAsked }: { account: EmailAccount; isAsked: boolean }) {
  const dialog = usePageDialog(isAsked, true)
  return (
    <SettingRow title="Mail apps" text="Servers and ports for your phone, Thunderbird, Outlook and others.">
      <button type="button" className="button" onClick={() => dialog.open(true)}>
        Set up a mail app…
      </button>
      {dialog.subject && (
        <SetupDialog key={dialog.key} account={account} opened={dialog.isOpen} onClose={dialog.close} />
      )}
    </SettingRow>
  )
}
