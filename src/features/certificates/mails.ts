import type { Template } from '#features/mail/template.ts'
import { showName } from '#shared/names/show-name.ts'
import { formatDate } from '#shared/time.ts'

type Failing = { domainId: string; name: string; problem: string; expiresAt: Date | null }

/** Sent when a certificate could not be issued several times in a row. */
export const certificateFailing =
  ({ domainId, name: ascii, problem, expiresAt }: Failing): Template =>
  ({ origin }) => {
    const name = showName(ascii)
    return {
      kind: 'certificate.failing',
      relatedId: domainId,
      subject: `The certificate of ${name} could not be ${expiresAt ? 'renewed' : 'issued'}`,
      paragraphs: [
        `We tried several times to ${expiresAt ? 'renew' : 'issue'} the certificate of ${name}, without success. ${problem}`,
        expiresAt
          ? `The present certificate is valid until ${formatDate(expiresAt)}. We keep trying until then and after.`
          : 'Visitors reach the site without https meanwhile. We keep trying.',
      ],
      action: { label: 'See your domains', url: `${origin}/domains` },
    }
  }
