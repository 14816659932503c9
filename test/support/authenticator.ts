import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

const flags = { present: 1, verified: 4, attested: 64 }

type Options = { challenge: string }
type Ceremony = {
  origin: string
  rpId: string
  /** The device did not ask its owner for a PIN or a fingerprint. */
  isUnverified?: boolean
  /** The account named in the answer; that of the registration by default. */
  userHandle?: string
}

/** An authenticator with one passkey on P-256, whose answers look like a browser's (WebAuthn Level 3). */
export function createAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  let owner = ''
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const head = ({ rpId, isUnverified }: Ceremony, more = 0) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flag = flags.present | (isUnverified ? 0 : flags.verified) | more
    return Buffer.concat([sha256(rpId), Buffer.from([flag]), count])
  }
  const envelope = (response: Record<string, unknown>) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  })
  return {
    /** The use counter of the passkey; a counter that goes back means a copy. */
    setCounter(value: number) {
      counter = value
    },
    register({ challenge, user }: Options & { user: { id: string } }, ceremony: Ceremony) {
      owner = user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = [Buffer.alloc(16), length, id, coseKey(publicKey)]
      const authData = Buffer.concat([head(ceremony, flags.attested), ...attested])
      return envelope({
        clientDataJSON: base64url(clientData('webauthn.create', challenge, ceremony.origin)),
        attestationObject: base64url(attestationOf(authData)),
        transports: ['internal'],
      })
    },
    answer({ challenge }: Options, ceremony: Ceremony) {
      counter += 1
      const authenticatorData = head(ceremony)
      const client = clientData('webauthn.get', challenge, ceremony.origin)
      const signed = Buffer.concat([authenticatorData, sha256(client)])
      return envelope({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', signed, privateKey)),
        userHandle: ceremony.userHandle ?? owner,
      })
    },
  }
}

/** The public key in COSE encoding: ES256 on P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const coordinate = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')])
  const start = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01])
  return Buffer.concat([start, coordinate(0x21, x), coordinate(0x22, y)])
}

/** An attestation object of the format `none`, in CBOR. */
function attestationOf(authData: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x58, authData.length]),
    authData,
  ])
}
