import type { ReactNode } from 'react'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'

const SetUpDialog = lazyPart(() => import('./domain-mail-dialog.tsx'), 'DomainMailDialog')

type SetUpButtonProps = {
  domain: { id: string; name: string }
  /** The label of the button. */
  label: string
}

/** Opens the preview of mail set-up. */
export function SetUpButton({ domain: { id, name }, label }: SetUpButtonProps) {
  const dialog = useDialog<true>()
  return (
    <>
      <button type="button" className="button" data-primary="" onClick={() => dialog.open(true)}>
        {label}
      </button>
      {dialog.subject && (
        <SetUpDialog key={dialog.key} id={id} name={name} opened={dialog.isOpen} onClose={dialog.close} />
      )}
    </>
  )
}

/** A problem with the mail of a domain, and the button that fixes it. */
export const MailCallout = ({ children, ...button }: SetUpButtonProps & { children: ReactNode }) => (
  <div className="email-notice email-callout">
    <p>{children}</p>
    <SetUpButton {...button} />
  </div>
)

/** A domain without mail, and the button that sets it up. */
export const MailOff = ({ domain }: Pick<SetUpButtonProps, 'domain'>) => (
  <MailCallout domain={domain} label={`Set up mail for ${domain.name}`}>
    <strong>{domain.name} can’t receive mail from other servers yet.</strong> Setting up mail adds the DNS
    records it needs.
  </MailCallout>
)
