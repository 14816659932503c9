import type { ReactNode } from 'react'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'

const SetUpDialog = lazyPart(() => import('./domain-mail-dialog.tsx'), 'DomainMailDialog')

type SetUpButtonProps = {
  domain: { id: string; name: string }
  /** What the button says. */
  label: string
}

/** Opens what setting mail up changes, and does it. */
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

/** What is wrong with the mail of a domain, and the one button that mends it. */
export const MailCallout = ({ children, ...button }: SetUpButtonProps & { children: ReactNode }) => (
  <div className="email-notice email-callout">
    <p>{children}</p>
    <SetUpButton {...button} />
  </div>
)

/** A domain whose mail is not set up, with the way to do so. */
export const MailOff = ({ domain }: Pick<SetUpButtonProps, 'domain'>) => (
  <MailCallout domain={domain} label={`Set up mail for ${domain.name}`}>
    <strong>{domain.name} can’t receive mail from other servers yet.</strong> Setting up mail adds the DNS
    records it needs.
  </MailCallout>
)
