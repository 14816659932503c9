import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import type { EmailAccount, MailSetup } from '../../contract/contract.ts'
import type { AccountDialogProps } from '../account/account-dialog-props.ts'
import { PhoneCode } from './phone-code.tsx'
import { programsOf } from './programs.ts'
import { SetupFacts } from './setup-facts.tsx'

/** Servers and steps to set up a mail app, as far as this installation offers them. */
export function SetupDialog({ account, opened, onClose }: AccountDialogProps) {
  const trpc = useTRPC()
  const query = useQuery(trpc.email.setup.queryOptions({}))
  const title = `Set up ${account.email}`
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <QueryState query={query} what="The servers and ports" loadingText="Loading servers and ports...">
        {(setup) => <Help account={account} setup={setup} />}
      </QueryState>
    </Modal>
  )
}

function Help({ account, setup }: { account: EmailAccount; setup: MailSetup }) {
  const { imap, submission } = setup
  if (!imap && !submission)
    return (
      <p className="email-notice">
        Mail apps cannot connect to this portal. Read and write mail in the inbox here.
      </p>
    )
  return (
    <div className="email-setup">
      {!imap && (
        <p className="email-notice">
          Mail apps can send from this mailbox but cannot read it, because this portal has no IMAP server.
          Read its mail in the inbox here.
        </p>
      )}
      <SetupFacts email={account.email} setup={setup} />
      <p className="quiet">
        Use the password that you saved when you created the mailbox. If you lost it, create a new one in
        Settings.
      </p>
      {imap && (
        <>
          <PhoneCode account={account} />
          {programsOf(account.email, imap, submission).map(({ name, steps }) => (
            <details key={name} className="email-program">
              <summary>{name}</summary>
              <ol>
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </details>
          ))}
        </>
      )}
    </div>
  )
}
