import { DkimSigner } from 'mailauth/lib/dkim/dkim-signer.js'

/**
 * mailauth's public `dkimSign` cannot name a field twice, so its signer is imported from its internals; the version is pinned,
 * and the test beside this file fails when it changes.
 *
 * A second From added in transit breaks the signature (RFC 6376, 8.15).
 */
export class Oversigner extends DkimSigner {
  override async finalize(): Promise<void> {
    const from = this.headers.parsed.find(({ key }) => key === 'from')
    if (from) from.casedKey = `${from.casedKey}: From`
    return super.finalize()
  }
}
