import type { Template } from '#features/mail/template.ts'
import { formatDate } from '#shared/time.ts'

type CreatedKey = { id: string; name: string; scopes: readonly string[]; expiresAt: Date | null }

/** Sent when a key was created, so that its owner learns of keys created by others. */
export const keyCreated =
  ({ id, name, scopes, expiresAt }: CreatedKey): Template =>
  ({ companyName, origin }) => ({
    kind: 'keys.created',
    relatedId: id,
    subject: 'An API key was created',
    paragraphs: [
      `The API key “${name}” was created in your ${companyName} account. ${
        expiresAt ? `It is valid until ${formatDate(expiresAt)}.` : 'It does not expire.'
      }`,
      `Its permissions: ${scopes.join(', ')}.`,
      'If it was not you, remove the key and change your password immediately.',
    ],
    action: { label: 'Your API keys', url: `${origin}/account/api-keys` },
  })
