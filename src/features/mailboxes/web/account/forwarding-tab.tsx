import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { EmailAccount } from '../../contract.ts'
import type { TabProps } from './account-dialog-props.ts'

const ForwardingDialog = lazyPart(() => import('./forwarding-dialog.tsx'), 'ForwardingDialog')

/** What becomes of mail for this address, in a sentence. */
function forwardingText({ type, forwardTo, keepCopy }: EmailAccount): string {
  if (forwardTo.length === 0)
    return type === 'mailbox'
      ? 'Everything stays in this mailbox: nothing is forwarded.'
      : 'Nothing is accepted for this address until it is said where its mail goes.'
  if (type !== 'mailbox') return 'Everything that arrives is passed on to:'
  return keepCopy
    ? 'Everything that arrives stays in this mailbox, and a copy goes to:'
    : 'Everything that arrives is passed on, and nothing stays in this mailbox:'
}

/** Where mail of the account goes on to. */
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
        <p className="quiet">Spam is not forwarded. What cannot be delivered goes back to who sent it.</p>
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
