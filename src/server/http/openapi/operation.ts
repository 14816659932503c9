import { definitionOf } from '../../trpc/trpc-internals.ts'
import { demandOfCall, type Route, takesKey } from '../rest.ts'
import { refusedBy, securityOf, unchanged } from './answers.ts'
import { pathParameters, queryParameters, type Template } from './paths.ts'
import { type Json, omitFields, propertiesOf, requiredOf, schemaOf } from './schema.ts'

const idempotencyKey = { $ref: '#/components/parameters/IdempotencyKey' }
const nextCursor = {
  'X-Next-Cursor': {
    description: 'The `cursor` of the next page, if any.',
    schema: { type: 'string' },
  },
}
const replayed = {
  'Idempotent-Replay': {
    description: '`true` when the response is a replay.',
    schema: { type: 'string' },
  },
}

/** Unique, though a procedure may have several paths: all but the first have their extra parts as a suffix. */
function operationIdOf({ procedure, meta, method, path }: Route): string {
  const id = procedure.replaceAll('.', '_')
  if ([meta.rest].flat()[0] === `${method} ${path}`) return id
  const parameter = /:(\w+)/.exec(path)?.[1]
  return parameter ? `${id}_by_${parameter}` : `${id}_alias`
}

function bodyOf({ method, meta }: Route, input: Json, inPath: readonly string[]): Json {
  const schema = omitFields(input, inPath)
  if (method === 'GET' || Object.keys(propertiesOf(schema)).length === 0) return {}
  const example = meta.example ? { example: meta.example } : {}
  const content = { 'application/json': { schema, ...example } }
  return { requestBody: { required: requiredOf(schema).length > 0, content } }
}

/** The refusal statuses of a call. */
function refusalsOf(route: Route, { hasBody, hasInput }: { hasBody: boolean; hasInput: boolean }): number[] {
  const { access, method, path, call, meta } = route
  const isChange = method !== 'GET'
  return [
    ...(hasBody ? [400] : []),
    ...(access === 'visitor' ? [] : [401]),
    ...(isChange || access !== 'visitor' ? [403] : []),
    ...(path.includes(':') || (isChange && hasInput) ? [404] : []),
    ...(definitionOf(call).type === 'mutation' ? [409] : []),
    ...(meta.refusals ?? []),
    ...(hasBody ? [413, 415] : []),
    ...(hasInput ? [422] : []),
    429,
    503,
  ]
}

function successesOf(route: Route, input: Json): Json {
  const { meta, call } = route
  const output = schemaOf(definitionOf(call).output, 'output')
  const isPaged = output.type === 'array' && 'cursor' in propertiesOf(input)
  const headers = { ...(isPaged ? nextCursor : {}), ...(takesKey(route) ? replayed : {}) }
  const success = {
    description: 'Success.',
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content: { 'application/json': { schema: output } },
  }
  return {
    [meta.status ?? 200]: success,
    ...(meta.repeatStatus ? { [meta.repeatStatus]: { ...success, description: 'Already done.' } } : {}),
    ...(meta.etag ? { 304: unchanged } : {}),
  }
}

/** The operation of a procedure at one of its paths. */
export function describeProcedure(route: Route, template: Template): Json {
  const { inputs } = definitionOf(route.call)
  const input = schemaOf(inputs.at(-1), 'input')
  const inPath = template.parameters.map(({ field }) => field)
  const body = bodyOf(route, input, inPath)
  const parameters = [
    ...pathParameters(template, propertiesOf(input)),
    ...(route.method === 'GET' ? queryParameters(input, inPath) : []),
    ...(takesKey(route) ? [idempotencyKey] : []),
  ]
  const has = { hasBody: 'requestBody' in body, hasInput: inputs.length > 0 }
  return {
    operationId: operationIdOf(route),
    summary: route.meta.summary,
    tags: [route.procedure.split('.')[0]],
    'x-access': route.access,
    ...(route.access === 'visitor'
      ? { security: [] }
      : securityOf(demandOfCall(route.procedure, route.call))),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...body,
    responses: { ...successesOf(route, input), ...refusedBy(refusalsOf(route, has)) },
  }
}
