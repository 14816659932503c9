import type { ReactNode } from 'react'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'

const SetUpDialog = lazyPart(() => import('./domain-mail-dialog.tsx'), 'DomainMailDialog')

type MailCalloutProps = {
  domain: { id: string; name: string }
  children: ReactNode
  /** What the button says. */
  label: string
}

/** What is wrong with the mail of a domain, and the one button that mends it. */
export function MailCallout({ domain: { id, name }, children, label }: MailCalloutProps) {
  const dialog = useDialog<true>()
  return (
    <div className="email-notice email-callout">
      <p>{children}</p>
      <button type="button" className="button" data-primary="" onClick={() => dialog.open(true)}>
        {label}
      </button>
      {dialog.subject && (
        <SetUpDialog key={dialog.key} id={id} name={name} opened={dialog.isOpen} onClose={dialog.close} />
      )}
    </div>
  )
}

/** A domain whose mail is not set up, with the way to do so. */
export const MailOff = ({ domain }: Pick<MailCalloutProps, 'domain'>) => (
  <MailCallout domain={domain} label={`Set up mail for ${domain.name}`}>
    <strong>{domain.name} can’t receive mail yet.</strong> Setting up mail adds the DNS records it needs.
  </MailCallout>
)
