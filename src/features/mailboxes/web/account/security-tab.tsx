import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTRPC } from '#web/trpc.ts'
import { SettingRow } from '#web/ui/forms/setting-row.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import type { MailSetup } from '../../contract.ts'
import { DomainMail } from '../domain/domain-mail.tsx'
import type { TabProps } from './account-dialog-props.ts'

type Item = { title: string; text: ReactNode; tone: Tone; label: string }

function itemsOf({ spamFilter, virusScanner }: MailSetup): Item[] {
  return [
    {
      title: 'Spam protection',
      text:
        spamFilter === 'rspamd'
          ? 'Rspamd judges every message that arrives; what it finds goes to the Spam folder or is refused.'
          : 'Simple rules judge every message that arrives: whether its sender is genuine, and what it looks like. What they find goes to the Spam folder.',
      tone: 'ok',
      label: spamFilter === 'rspamd' ? 'Active, by rspamd' : 'Active, by rules',
    },
    {
      title: 'Virus scanning',
      text:
        virusScanner === 'clamav'
          ? 'ClamAV looks into every message that arrives.'
          : 'No scanner is connected to this portal: look twice before you open an attachment.',
      tone: virusScanner === 'clamav' ? 'ok' : 'warn',
      label: virusScanner === 'clamav' ? 'Active, by ClamAV' : 'Not active',
    },
  ]
}

/** What protects the account, and whether others can tell that its mail is genuine. */
export function SecurityTab({ account }: TabProps) {
  const trpc = useTRPC()
  const setup = useQuery(trpc.email.setup.queryOptions({}))
  const { domainId } = account
  return (
    <>
      <QueryState query={setup} what="The filters" loadingText="Loading filters...">
        {(known) => (
          <div>
            {itemsOf(known).map(({ title, text, tone, label }) => (
              <SettingRow key={title} title={title} text={text}>
                <StatusBadge status={label} tone={tone} label={label} />
              </SettingRow>
            ))}
          </div>
        )}
      </QueryState>
      {domainId === null ? (
        <p className="email-text">
          DKIM, SPF and DMARC belong to a domain of your own. The domain of this address is an example, which
          nobody sends for.
        </p>
      ) : (
        <DomainMail domainId={domainId} />
      )}
    </>
  )
}
