import { type DomainName, isSameOrBelow } from '#shared/names/domain-name.ts'
import { showName } from '#shared/names/show-name.ts'
import { isAligned } from './alignment.ts'
import type { Authenticated } from './authenticate.ts'
import type { Authors } from './authors.ts'

/** What is done with a message that was examined. */
export type Verdict =
  | { kind: 'take'; spamReasons: string[] }
  /** Refused with a sentence, and counted. */
  | { kind: 'refuse'; reply: 'spam' | 'policy' | 'virus'; why: string }
  /** It may come again. */
  | { kind: 'defer'; reply: 'later' | 'unscanned' }

/** Windows runs or mounts these when they are opened; nobody has to send them by mail. */
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
  /** Every name that any program may give to anything in the message. */
  possibleNames: readonly string[]
  /** It has the text that spam filters are tried with (GTUBE). */
  isTest: boolean
  /** It has more parts or levels than are read. */
  isOverbuilt: boolean
  /** Domains of those it is for. */
  ownDomains: readonly DomainName[]
  authors: Authors
}

export const forgedReason = 'It claims to come from your own domain, but nothing proves that.'

/**
 * Whether From may be read as of one of these domains, or of one below, and nothing that passed is aligned with it; also where
 * its owner publishes no DMARC record. What DMARC fails was judged by the alignment that the owner asks for.
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
    ...(program === undefined ? [] : [`It has a program as an attachment: ${program.slice(0, 80)}`]),
    ...(isTest ? ['It contains the test text for spam filters (GTUBE).'] : []),
    ...(isOverbuilt ? ['Its structure cannot be read here, so it may hide a program.'] : []),
  ]
}

/**
 * The rules without a spam filter, which docs/product.md states ("Receiving mail"): refused is only what the owner of the
 * sender's domain asks to refuse; what looks forged or dangerous goes to the spam folder, so that nothing is lost.
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
  if (author === null) reasons.push('It names no sender, or several.')
  reasons.push(...reasonsIn(content))
  return { kind: 'take', spamReasons: reasons }
}
