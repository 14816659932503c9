import type { Demand } from '#shared/scopes.ts'
import type { Json } from './schema.ts'

const refusal = (description: string, headers: Json = {}): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  ...headers,
})

const retryAfter = {
  headers: {
    'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
  },
}

/** The descriptions of all refusals, by status. */
export const refusals: Record<string, Json> = {
  400: refusal('The request cannot be read.'),
  401: refusal('There is no session, or the API key is wrong, expired or removed.'),
  403: refusal(
    'The caller is not allowed to do this, the API key lacks the scope (`SCOPE_REQUIRED`), or the request comes from another site.',
  ),
  404: refusal('It does not exist or belongs to another user.'),
  409: refusal('The current state does not allow this.'),
  413: refusal('The request is too large.'),
  415: refusal('The body has an unsupported media type.'),
  416: refusal('The requested range is outside the file.'),
  422: refusal('A field has an invalid value; `fields` says which.'),
  429: refusal('Too many requests.', retryAfter),
  503: refusal('The portal is temporarily unable to do this.', retryAfter),
}

/** The required caller: a session, or an API key with a scope. */
export const securityOf = (demand: Demand): { security: Json[]; 'x-scope'?: string } => {
  if (demand === 'session') return { security: [{ session: [] }] }
  if (demand === 'nothing') return { security: [] }
  return { security: [{ session: [] }, { apiKey: [demand] }], 'x-scope': demand }
}

/** The response to a client that has it already. */
export const unchanged: Json = { description: 'Not changed since the version in `If-None-Match`.' }

/** The body of every refusal. */
export const errorSchema: Json = {
  type: 'object',
  required: ['message', 'code', 'requestId'],
  properties: {
    message: { type: 'string', description: 'A sentence for the customer.' },
    code: { type: 'string', examples: ['INVALID'] },
    requestId: { type: 'string', format: 'uuid' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'One sentence for each rejected field.',
    },
  },
}

/** References to the refusals, and the schema they share. */
export const refusedBy = (statuses: readonly number[]): Json => ({
  ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
  default: refusal('Refused.'),
})
