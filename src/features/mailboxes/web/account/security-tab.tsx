import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTRPC } from '#web/trpc.ts'
import { SettingRow } from '#web/ui/forms/setting-row.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import type { MailSetup } from '../../contract/contract.ts'
import { DomainMail } from '../domain/domain-mail.tsx'
import type { TabProps } from './account-dialog-props.ts'

type Protection = { title: string; text: ReactNode; tone: Tone; label: string }

function itemsOf({ spamFilter, virusScanner }: MailSetup): Protection[] {
  return [
    {
      title: 'Spam protection',
      text:
        spamFilter === 'rspamd'
          ? 'Rspamd checks every message. Spam goes to the Spam folder or is rejected.'
          : 'Basic filters check every message. Suspicious mail goes to Spam.',
      tone: 'ok',
      label: 'Active',
    },
    {
      title: 'Virus scanning',
      text:
        virusScanner === 'clamav'
          ? 'ClamAV scans every message.'
          : 'No virus scanner is connected. Be careful with attachments.',
      tone: virusScanner === 'clamav' ? 'ok' : 'warn',
      label: virusScanner === 'clamav' ? 'Active' : 'Not active',
    },
  ]
}

/** The filters that protect the account, and the records that authenticate its mail. */
export function SecurityTab({ account }: TabProps) {
  const trpc = useTRPC()
  const setup = useQuery(trpc.email.setup.queryOptions({}))
  const { domainId } = account
  const filters = (
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
  )
  if (domainId !== null) return <DomainMail id={domainId}>{filters}</DomainMail>
  return (
    <>
      <p className="email-text">
        DKIM, SPF and DMARC need a domain of your own. This address uses an example domain.
      </p>
      {filters}
    </>
  )
}
