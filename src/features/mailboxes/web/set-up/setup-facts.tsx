import { CopyButton } from '#web/ui/values/copy-button.tsx'
import type { MailSetup } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'
import { securityNames } from './programs.ts'

const copied = { title: texts.copied, description: texts.copiedText }

type SetupFactsProps = { email: string; setup: MailSetup }

/** Names, servers and ports, each with a copy button. */
export function SetupFacts({ email, setup: { imap, submission } }: SetupFactsProps) {
  const servers = [
    ['Incoming mail (IMAP)', imap],
    ['Outgoing mail (SMTP)', submission],
  ] as const
  return (
    <>
      <dl className="email-setup-facts">
        <Fact name="Username" value={email} label="Copy the username" />
      </dl>
      {servers.map(
        ([name, server]) =>
          server && (
            <section key={name} aria-label={name}>
              <h3>{name}</h3>
              <dl className="email-setup-facts">
                <Fact name="Server" value={server.host} label={`Copy the server for ${name}`} />
                <Fact name="Port" value={String(server.port)} label={`Copy the port for ${name}`} />
                <div>
                  <dt>Encryption</dt>
                  <dd>{securityNames[server.security]}</dd>
                </div>
              </dl>
            </section>
          ),
      )}
    </>
  )
}

const Fact = ({ name, value, label }: { name: string; value: string; label: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <span className="mono">{value}</span>
      <CopyButton value={value} label={label} toast={copied} />
    </dd>
  </div>
)
