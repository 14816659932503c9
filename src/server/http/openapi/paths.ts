import { type Json, propertiesOf, requiredOf } from './schema.ts'

const parameterPattern = /:(\w+)/g

/** A path of the document: its template, and each route parameter's name in it. */
export type Template = { path: string; parameters: { name: string; field: string }[] }

const fieldsIn = (path: string): string[] => [...path.matchAll(parameterPattern)].map(([, name = '']) => name)

/** Gives every route the template of its path. Routes that differ only in parameter names share the path of the first. */
export function createTemplates(): (path: string) => Template {
  const known = new Map<string, string>()
  return (path) => {
    const shape = path.replace(parameterPattern, '{}')
    const first = known.get(shape) ?? path
    known.set(shape, first)
    const names = fieldsIn(first)
    return {
      path: first.replace(parameterPattern, '{$1}'),
      parameters: fieldsIn(path).map((field, at) => ({ name: names[at] ?? field, field })),
    }
  }
}

/** The parameters of a path, with the schemas of the fields that they fill. */
export const pathParameters = ({ parameters }: Template, schemas: Record<string, Json>): Json[] =>
  parameters.map(({ name, field }) => ({
    name,
    in: 'path',
    required: true,
    schema: schemas[field] ?? { type: 'string' },
    ...(name === field ? {} : { description: `The ${field}.` }),
  }))

/** The parameters of a query: the fields of an input that are not in the path. */
export function queryParameters(input: Json, inPath: readonly string[] = []): Json[] {
  const required = requiredOf(input)
  return Object.entries(propertiesOf(input))
    .filter(([name]) => !inPath.includes(name))
    .map(([name, schema]) => ({
      name,
      in: 'query',
      ...(required.includes(name) ? { required: true } : {}),
      schema,
    }))
}
