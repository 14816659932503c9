import { useViewer } from '#web/viewer.ts'
import type { MailSetup } from '../contract.ts'

type MailNoticeProps = {
  setup: MailSetup | undefined
  /** Where somebody writes, it does not matter whether anything arrives. */
  isForSending?: boolean
}

/** What mail cannot do on this installation, nothing when it can do all. A way out is the administrators' to connect. */
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
          <strong>Nothing leaves this portal.</strong> Mail to addresses elsewhere is only written to files
          here, until you connect a way out with SMTP_URL.{' '}
        </>
      )}
      {isDeaf && (
        <>
          <strong>Nothing arrives from outside.</strong> This portal does not listen for mail.
        </>
      )}
    </p>
  )
}
