import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const secretBytes = 32

/** A new secret, in the form for receivers (Standard Webhooks, "Signature scheme"). */
export const makeSecret = (): string => prefix + randomBytes(secretBytes).toString('base64')

/** The purpose that a secret is sealed for. */
export const secretPlace = (id: string): string => `webhooks:secret:${id}`

type Signed = { messageId: string; timestamp: number; body: string }

const sign = (secret: string, { messageId, timestamp, body }: Signed): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(`${messageId}.${timestamp}.${body}`)
    .digest('base64')}`

/** The headers of a delivery, signed with each of the secrets; `timestamp` in seconds (Standard Webhooks, "Webhook headers"). */
export const signedHeaders = (secrets: readonly string[], message: Signed): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'HostingPortal-Webhooks/1',
  'webhook-id': message.messageId,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': secrets.map((secret) => sign(secret, message)).join(' '),
})
