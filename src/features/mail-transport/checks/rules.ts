import { type DomainName, isSameOrBelow } from '#shared/names/domain-name.ts'
import { showName } from '#shared/names/show-name.ts'
import { isAligned } from './alignment.ts'
import type { Authenticated } from './authenticate.ts'
import type { Authors } from './authors.ts'

/** The verdict on a message. */
export type Verdict =
  | { kind: 'take'; spamReasons: string[] }
  /** Rejected with a sentence, and counted. */
  | { kind: 'refuse'; reply: 'spam' | 'policy' | 'virus'; why: string }
  /** The sender may retry. */
  | { kind: 'defer'; reply: 'later' | 'unscanned' }

/** Windows runs or mounts these when opened; no one needs to send them by mail. */
const programs = new RegExp(
  `\\.(${[
    'ade|adp|apk|app|appinstaller|application|appref-ms|appx|appxbundle|bat|cab|chm|cmd|com|cpl|diagcab|dll|exe|gadget|hlp|hta',
    'img|ins|iso|isp|jar|jnlp|js|jse|library-ms|lnk|mde|msc|msi|msix|msixbundle|msp|mst|pif|ps1|psc1|reg|scf|scr|sct|search-ms',
    'settingcontent-ms|shb|shs|sys|theme|vb|vbe|vbs|vhd|vhdx|vxd|website|ws|wsc|wsf|wsh|xbap|xll|xnk',
  ].join('|')})\\.?$`,
  'i',
)

export type Examined = {
  authenticated: Authenticated
  /** Every name that any program may give to a part of the message. */
  possibleNames: readonly string[]
  /** Whether it has the test text of spam filters (GTUBE). */
  isTest: boolean
  /** Whether it has more parts or levels than the reader handles. */
  isOverbuilt: boolean
  /** Domains of its recipients. */
  ownDomains: readonly DomainName[]
  authors: Authors
}

export const forgedReason = 'It claims to come from your own domain, but is not authenticated.'

/**
 * Whether From may be read as an address in one of these domains or their subdomains without an aligned SPF or DKIM pass, even
 * without a DMARC record. DMARC failures are judged by the alignment mode of the owner.
 */
export const isForged = (
  { authors, authenticated }: { authors: Authors; authenticated: Pick<Authenticated, 'dmarc' | 'proven'> },
  ownDomains: readonly DomainName[],
): boolean =>
  authors.possible
    .filter((author) => ownDomains.some((own) => isSameOrBelow(author, own)))
    .some(
      (author) =>
        authenticated.dmarc === 'fail' || !authenticated.proven.some((passed) => isAligned(passed, author)),
    )

function reasonsIn({
  possibleNames,
  isTest,
  isOverbuilt,
}: Pick<Examined, 'possibleNames' | 'isTest' | 'isOverbuilt'>): string[] {
  const program = possibleNames.find((name) => programs.test(name))
  return [
    ...(program === undefined ? [] : [`It has an executable file attached: ${program.slice(0, 80)}`]),
    ...(isTest ? ['It contains the test text for spam filters (GTUBE).'] : []),
    ...(isOverbuilt ? ['It is too complex to check, so it may hide an executable file.'] : []),
  ]
}

/**
 * The rules without a spam filter (docs/product/receiving-mail.md, "Receiving mail"): only a DMARC policy of the sender's domain
 * rejects; mail that looks forged or dangerous goes to the spam folder, so that nothing is lost.
 */
export function judge({ authenticated, ownDomains, authors, ...content }: Examined): Verdict {
  const { spf, dkim, dmarc, policy } = authenticated
  const named = authors.addresses.flatMap((address, at) =>
    address.includes('@') ? [address.startsWith('@') ? null : authors.domains[at]] : [],
  )
  const author = named.length === 1 ? (named[0] ?? null) : null
  if (dmarc === 'fail' && policy === 'reject')
    return { kind: 'refuse', reply: 'policy', why: author ?? 'the sender' }
  const reasons: string[] = []
  if (dmarc === 'fail' && policy === 'quarantine')
    reasons.push(
      `The owner of ${author === null ? 'the sender' : showName(author)} asks others to treat unverified mail as spam.`,
    )
  if (spf === 'fail' && dkim !== 'pass')
    reasons.push(
      'The sending server is not authorised by the sender’s domain (SPF), and the message has no valid signature.',
    )
  if (isForged({ authors, authenticated }, ownDomains)) reasons.push(forgedReason)
  if (author === null) reasons.push('It has no sender, or more than one.')
  reasons.push(...reasonsIn(content))
  return { kind: 'take', spamReasons: reasons }
}
