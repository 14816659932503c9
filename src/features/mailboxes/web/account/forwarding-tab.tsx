import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { EmailAccount } from '../../contract/contract.ts'
import type { TabProps } from './account-dialog-props.ts'

const ForwardingDialog = lazyPart(() => import('./forwarding-dialog.tsx'), 'ForwardingDialog')

/** The forwarding state of this address, in a sentence. */
function forwardingText({ type, forwardTo, keepCopy }: EmailAccount): string {
  if (forwardTo.length === 0)
    return type === 'mailbox'
      ? 'Forwarding is off. All mail stays in this mailbox.'
      : 'Add a destination to start. Until then, mail to this address is rejected.'
  if (type !== 'mailbox') return 'All mail is forwarded to:'
  return keepCopy
    ? 'Mail stays in this mailbox, and a copy is forwarded to:'
    : 'All mail is forwarded, and no copy stays in this mailbox:'
}

/** The forwarding settings of an account. */
export function ForwardingTab({ account }: TabProps) {
  const dialog = useDialog<true>()
  const { forwardTo } = account
  return (
    <>
      <p className="email-text">{forwardingText(account)}</p>
      {forwardTo.length > 0 && (
        <ul className="email-targets" aria-label="Addresses">
          {forwardTo.map((address) => (
            <li key={address} className="mono">
              {address}
            </li>
          ))}
        </ul>
      )}
      {forwardTo.length > 0 && (
        <p className="quiet">Spam is not forwarded. Mail that can’t be delivered goes back to its sender.</p>
      )}
      <div>
        <button type="button" className="button" onClick={() => dialog.open(true)}>
          Configure Forwarding
        </button>
      </div>
      {dialog.subject && (
        <ForwardingDialog key={dialog.key} account={account} opened={dialog.isOpen} onClose={dialog.close} />
      )}
    </>
  )
}
