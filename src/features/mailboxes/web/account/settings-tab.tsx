import { getRouteApi } from '@tanstack/react-router'
import { withoutDialog } from '#web/lib/search-values.ts'
import { useAskedDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { SettingRow } from '#web/ui/forms/setting-row.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { EmailAccount } from '../../contract.ts'
import type { TabProps } from './account-dialog-props.ts'
import { useAccountChanges } from './use-account-changes.ts'

const SetupDialog = lazyPart(() => import('../set-up/setup-dialog.tsx'), 'SetupDialog')
const dialogs = {
  password: lazyPart(() => import('./account-password-dialog.tsx'), 'AccountPasswordDialog'),
  test: lazyPart(() => import('./test-mail-dialog.tsx'), 'TestMailDialog'),
  delete: lazyPart(() => import('./account-delete-dialog.tsx'), 'AccountDeleteDialog'),
}

const route = getRouteApi('/signed-in/shell/email')

/** Whether the account takes part, how programs reach it, and the way to delete it. */
export function SettingsTab({ account, showSecret }: TabProps) {
  const dialog = useDialog<keyof typeof dialogs>()
  const Dialog = dialog.subject && dialogs[dialog.subject]
  return (
    <div>
      <StatusSetting account={account} />
      {account.type === 'mailbox' && (
        <>
          <SettingRow title="Password" text="Mail programs sign in with it. It is never shown a second time.">
            <button type="button" className="button" onClick={() => dialog.open('password')}>
              New password…
            </button>
          </SettingRow>
          <SetupSetting account={account} />
          <SettingRow title="Test mail" text="Send a short message from this address to see that it arrives.">
            <button type="button" className="button" onClick={() => dialog.open('test')}>
              Send a test mail…
            </button>
          </SettingRow>
        </>
      )}
      <SettingRow
        title="Delete"
        text="The account is kept for 7 days and can be restored until then; its address stays taken."
      >
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

function StatusSetting({ account: { id, status, reason, forwardTo, type } }: { account: EmailAccount }) {
  const { setStatus } = useAccountChanges()
  const isActive = status === 'active'
  const texts = {
    active:
      reason === null
        ? 'Mail is accepted for this address, and it can send.'
        : 'Mail is neither accepted for this address nor sent from it.',
    suspended: 'Mail for this address is refused, and it cannot send. Nothing in it is lost.',
    pending: 'It waits until the Forwarding tab says where its mail goes.',
  }
  return (
    <SettingRow title="Status" text={texts[status]}>
      <button
        type="button"
        className="button"
        disabled={setStatus.isPending || (!isActive && type !== 'mailbox' && forwardTo.length === 0)}
        onClick={() => setStatus.mutate({ id, status: isActive ? 'suspended' : 'active' })}
      >
        {isActive ? 'Suspend' : 'Activate'}
      </button>
    </SettingRow>
  )
}

function SetupSetting({ account }: { account: EmailAccount }) {
  const { dialog: asked } = route.useSearch()
  const navigate = route.useNavigate()
  const forget = () => void navigate({ search: withoutDialog, replace: true, resetScroll: false })
  const dialog = useAskedDialog({ isAsked: asked === 'setup', subject: true, forget })
  return (
    <SettingRow
      title="Mail programs"
      text="Addresses and ports for a phone, Thunderbird, Outlook and others."
    >
      <button type="button" className="button" onClick={() => dialog.open(true)}>
        Set up a program…
      </button>
      {dialog.subject && (
        <SetupDialog key={dialog.key} account={account} opened={dialog.isOpen} onClose={dialog.close} />
      )}
    </SettingRow>
  )
}
