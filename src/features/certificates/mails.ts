import type { Template } from '#features/mail/template.ts'
import { showName } from '#shared/names/show-name.ts'
import { formatDate } from '#shared/time.ts'

type FailedCertificate = { domainId: string; name: string; problem: string; expiresAt: Date | null }

/** Sent when a certificate could not be issued several times in a row. */
export const certificateFailing =
  ({ domainId, name: ascii, problem, expiresAt }: FailedCertificate): Template =>
  ({ origin }) => {
    const name = showName(ascii)
    return {
      kind: 'certificate.failing',
      relatedId: domainId,
      subject: `The certificate for ${name} could not be ${expiresAt ? 'renewed' : 'issued'}`,
      paragraphs: [
        `We tried several times to ${expiresAt ? 'renew' : 'issue'} the certificate for ${name}, without success. ${problem}`,
        expiresAt
          ? `The current certificate is valid until ${formatDate(expiresAt)}. We keep trying.`
          : 'Until then your site is available without HTTPS. We keep trying.',
      ],
      action: { label: 'See your domains', url: `${origin}/domains` },
    }
  }
