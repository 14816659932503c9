import type { MailSetup } from '../../contract/contract.ts'

type Endpoint = NonNullable<MailSetup['imap']>

export const securityNames: Record<Endpoint['security'], string> = {
  TLS: 'SSL/TLS',
  STARTTLS: 'STARTTLS',
  none: 'None',
}

const written = ({ host, port, security }: Endpoint): string =>
  `${host}, port ${port}, ${securityNames[security]}`

/** Set-up steps for common mail apps. */
export function programsOf(
  email: string,
  imap: Endpoint,
  submission: Endpoint | null,
): { name: string; steps: string[] }[] {
  const incoming = `Incoming server: IMAP, ${written(imap)}, username ${email}.`
  const outgoing = submission
    ? `Outgoing server: ${written(submission)}, same username and password.`
    : 'Skip the outgoing server. Mail apps cannot send through this portal.'
  const servers = [incoming, outgoing]
  return [
    {
      name: 'Thunderbird',
      steps: [
        'Open the menu, then New, Existing mail account.',
        `Enter your name, ${email} and the password, and press Continue.`,
        'If no settings are found, press Configure manually.',
        ...servers,
      ],
    },
    {
      name: 'Outlook',
      steps: [
        'Open File, then Add Account.',
        `Enter ${email}, open Advanced options, and tick Let me set up my account manually.`,
        'Choose IMAP.',
        ...servers,
      ],
    },
    {
      name: 'Apple Mail on a Mac',
      steps: [
        'Open Mail, then Add Account, Other Mail Account.',
        `Enter your name, ${email} and the password.`,
        ...servers,
      ],
    },
    {
      name: 'Android (Gmail)',
      steps: [
        'Open the menu, then Settings, Add account, Other.',
        `Enter ${email}, press Manual setup, and choose Personal (IMAP).`,
        ...servers,
      ],
    },
  ]
}
