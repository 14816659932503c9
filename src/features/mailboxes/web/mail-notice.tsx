import { Link } from '@tanstack/react-router'
import { useViewer } from '#web/viewer.ts'
import type { MailSetup } from '../contract/contract.ts'

type MailNoticeProps = {
  setup: MailSetup | undefined
  /** Not shown where mail is written, which does not depend on receiving. */
  isForSending?: boolean
}

/** Missing mail functions of this installation; nothing when all work. Only administrators can set up delivery. */
export function MailNotice({ setup, isForSending = false }: MailNoticeProps) {
  const isAdmin = useViewer()?.isAdmin ?? false
  if (!setup) return null
  const isKept = setup.outgoing === 'files' && isAdmin
  const isDeaf = setup.incoming === null && !isForSending
  if (!isKept && !isDeaf) return null
  return (
    <p className="email-notice">
      {isKept && (
        <>
          <strong>Outgoing mail is off.</strong> Messages to other domains are saved but not sent until you
          set SMTP_URL.{' '}
        </>
      )}
      {isDeaf && (
        <>
          <strong>Incoming mail is off.</strong> Your mailboxes can write to each other, but mail from other
          servers does not arrive yet.{' '}
          {isAdmin ? 'Set MAIL_SMTP_PORT to receive it.' : <Link to="/contact">Contact us</Link>}
        </>
      )}
    </p>
  )
}
