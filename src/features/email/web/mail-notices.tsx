import type { MailSetup } from '../contract.ts'

/** What mail cannot do on this installation, said before anybody relies on it. */
export function MailNotices({ setup }: { setup: MailSetup | undefined }) {
  if (!setup) return null
  const { incoming, outgoing } = setup
  return (
    <>
      {outgoing === 'files' && (
        <p className="email-notice">
          <strong>Nothing leaves this portal.</strong> What is sent or forwarded to addresses elsewhere is
          only written to files here, until the administrator connects a way out.
        </p>
      )}
      {incoming === null && (
        <p className="email-notice">
          <strong>Nothing arrives from outside.</strong> This portal does not listen for mail.
        </p>
      )}
    </>
  )
}
