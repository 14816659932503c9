// Requests are signed with ES256, RFC 7515.

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** The key of an account: a private JWK, as JSON. */
export type AccountKey = string

type PublicJwk = { crv: string; kty: string; x: string; y: string }

/** The signer: an account URL, or a key that the authority does not know yet. */
export type Signer = { key: AccountKey; accountUrl: string | null }

const encode = (value: string | Uint8Array): string => Buffer.from(value).toString('base64url')
const encodeJson = (value: unknown): string => encode(JSON.stringify(value))

export async function generateAccountKey(): Promise<AccountKey> {
  const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  return JSON.stringify(await crypto.subtle.exportKey('jwk', privateKey))
}

/** The public part, its members in the order of RFC 7638. */
function publicPartOf(key: AccountKey): PublicJwk {
  const { crv, kty, x, y } = JSON.parse(key) as PublicJwk
  return { crv, kty, x, y }
}

async function digest(text: string): Promise<string> {
  return encode(new Uint8Array(await crypto.subtle.digest('SHA-256', Buffer.from(text))))
}

/** The key authorization of a token: RFC 8555 section 8.1. */
export async function authorizeKey(token: string, key: AccountKey): Promise<string> {
  return `${token}.${await digest(JSON.stringify(publicPartOf(key)))}`
}

/** The same as a TXT record value: RFC 8555 section 8.4. */
export const textOf = (keyAuthorization: string): Promise<string> => digest(keyAuthorization)

/** A signed request: RFC 8555 section 6.2. Without a payload it is a POST-as-GET: RFC 8555 section 6.3. */
export async function signRequest(
  { key, accountUrl }: Signer,
  { url, nonce, payload }: { url: string; nonce: string; payload: object | null },
): Promise<string> {
  const who = accountUrl === null ? { jwk: publicPartOf(key) } : { kid: accountUrl }
  const head = encodeJson({ alg: 'ES256', nonce, url, ...who })
  const body = payload === null ? '' : encodeJson(payload)
  const privateKey = await crypto.subtle.importKey('jwk', JSON.parse(key), algorithm, false, ['sign'])
  const signed = Buffer.from(`${head}.${body}`)
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, signed)
  return JSON.stringify({ protected: head, payload: body, signature: encode(new Uint8Array(signature)) })
}
