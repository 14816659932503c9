import type { Demand } from '#shared/scopes.ts'
import type { Json } from './schema.ts'

const refusal = (description: string, headers: Json = {}): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  ...headers,
})

const retryAfter = {
  headers: {
    'Retry-After': { description: 'Seconds until it makes sense to try again.', schema: { type: 'integer' } },
  },
}

/** What a call can be refused with, by status. */
export const refusals: Record<string, Json> = {
  400: refusal('The request cannot be read.'),
  401: refusal('There is no session, or the API key is wrong, expired or removed.'),
  403: refusal(
    'The caller may not do this, the API key lacks the scope (`SCOPE_REQUIRED`), or the request comes from another site.',
  ),
  404: refusal("It does not exist, or is somebody else's."),
  409: refusal('The state of things does not allow it now.'),
  413: refusal('The request is too large.'),
  415: refusal('The body is of another media type.'),
  416: refusal('The file has no such part.'),
  422: refusal('A field cannot have its value; `fields` says which.'),
  429: refusal('There were too many requests.', retryAfter),
  503: refusal('The portal cannot do it now.', retryAfter),
}

/** Who may make a call: a session, or an API key with what it needs. */
export const securityOf = (demand: Demand): { security: Json[]; 'x-scope'?: string } => {
  if (demand === 'session') return { security: [{ session: [] }] }
  if (demand === 'nothing') return { security: [] }
  return { security: [{ session: [] }, { apiKey: [demand] }], 'x-scope': demand }
}

/** The answer to somebody who has it already. */
export const unchanged: Json = { description: 'Nothing has changed since what `If-None-Match` names.' }

/** The body of every refusal. */
export const errorSchema: Json = {
  type: 'object',
  required: ['message', 'code', 'requestId'],
  properties: {
    message: { type: 'string', description: 'One sentence that a customer can read.' },
    code: { type: 'string', examples: ['INVALID'] },
    requestId: { type: 'string', format: 'uuid' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The sentence of each field that was refused.',
    },
  },
}

/** References to refusals, and the form of all others. */
export const refusedBy = (statuses: readonly number[]): Json => ({
  ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
  default: refusal('Refused.'),
})
