import type { HttpRoute, RouteDescription } from '../../feature.ts'
import { demandOfRoute } from '../route-demands.ts'
import { refusedBy, securityOf, unchanged } from './answers.ts'
import { pathParameters, queryParameters, type Template } from './paths.ts'
import { type Json, schemaOf } from './schema.ts'

/** A route without a procedure that the document describes. */
export type PlainRoute = HttpRoute & { handler: string; description: RouteDescription }

const operationIdOf = ({ method, path }: HttpRoute): string =>
  `${method} ${path}`.toLowerCase().match(/\w+/g)?.join('_') ?? ''

function securityOfRoute({ handler, ...route }: PlainRoute): ReturnType<typeof securityOf> {
  if (route.access === 'visitor') return { security: [] }
  if (route.access === 'loopback or token') return { security: [{ bearer: [] }, {}] }
  return securityOf(demandOfRoute(handler.split('/')[0] ?? '', route))
}

function successOf({ answer, status = 200, isRanged }: RouteDescription): Json {
  const description = status === 302 ? 'Redirect to the next page.' : 'Success.'
  if (!answer) return { [status]: { description } }
  const schema = answer.schema ? schemaOf(answer.schema, 'output') : { type: 'string' }
  const content = { [answer.type]: { schema } }
  const parts = { 206: { description: 'The part requested by `Range`.', content }, 304: unchanged }
  return { [status]: { description, content }, ...(isRanged ? parts : {}) }
}

function bodyOf({ body, form }: RouteDescription): Json | undefined {
  if (form) return { required: true, content: { 'multipart/form-data': { schema: schemaOf(form, 'input') } } }
  return body && { content: { 'application/json': { schema: schemaOf(body, 'input') } } }
}

/** The operation of a route without a procedure. */
export function describePlainRoute(route: PlainRoute, template: Template): Json {
  const { description, access, handler } = route
  const { refusals = [] } = description
  const ids = Object.fromEntries(template.parameters.map(({ field }) => [field, fieldSchema(field)]))
  const parameters = [
    ...pathParameters(template, ids),
    ...queryParameters(schemaOf(description.query, 'input')),
  ]
  const requestBody = bodyOf(description)
  const own = access === 'visitor' || access === 'loopback or token' ? refusals : [401, 403, ...refusals]
  return {
    operationId: operationIdOf(route),
    summary: description.summary,
    tags: [handler.split('/')[0]],
    'x-access': access,
    ...securityOfRoute(route),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { ...successOf(description), ...refusedBy([...own, 429, 503]) },
  }
}

const fieldSchema = (field: string): Json =>
  field === 'id' ? { type: 'string', format: 'uuid' } : { type: 'string' }
