import type { MailSetup } from '../contract.ts'

type MailNoticeProps = {
  setup: MailSetup | undefined
  /** Where somebody writes, it does not matter whether anything arrives. */
  isForSending?: boolean
}

/** What mail cannot do on this installation, said before anybody relies on it; nothing when it can do all. */
export function MailNotice({ setup, isForSending = false }: MailNoticeProps) {
  if (!setup) return null
  const isKept = setup.outgoing === 'files'
  const isDeaf = setup.incoming === null && !isForSending
  if (!isKept && !isDeaf) return null
  return (
    <p className="email-notice">
      {isKept && (
        <>
          <strong>Nothing leaves this portal.</strong> Mail to addresses elsewhere is only written to files
          here, until the administrator connects a way out.{' '}
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
