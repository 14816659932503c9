declare module 'mailauth/lib/dkim/dkim-signer.js' {
  import type { Writable } from 'node:stream'

  export class DkimSigner extends Writable {
    constructor(options: {
      canonicalization: string
      algorithm: string
      signTime: Date
      signatureData: { signingDomain: string; selector: string; privateKey: string }[]
    })
    headers: { parsed: { key: string; casedKey: string }[] }
    signatureHeaders: string[]
    errors: { err: Error }[]
    finalize(): Promise<void>
  }
}
