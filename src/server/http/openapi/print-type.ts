import { type Json, propertiesOf, requiredOf } from './schema.ts'

const step = '  '

function printObject(schema: Json, indent: string): string {
  const fields = Object.entries(propertiesOf(schema))
  if (fields.length === 0) {
    const rest = schema.additionalProperties
    return typeof rest === 'object' && rest !== null ? `{ [name]: ${printType(rest as Json, indent)} }` : '{}'
  }
  const required = new Set(requiredOf(schema))
  const rows = fields.map(
    ([name, each]) =>
      `${indent}${step}${name}${required.has(name) ? '' : '?'}: ${printType(each, indent + step)}`,
  )
  return `{\n${rows.join('\n')}\n${indent}}`
}

function printList(schema: Json, indent: string): string {
  const item = printType((schema.items ?? {}) as Json, indent)
  return /[ |]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

/** A schema as a readable type; `?` marks optional fields. */
export function printType(schema: Json, indent = ''): string {
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((each) => JSON.stringify(each)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (Array.isArray(choices)) return choices.map((each) => printType(each, indent)).join(' | ')
  if (Array.isArray(schema.type))
    return schema.type.map((type) => printType({ ...schema, type }, indent)).join(' | ')
  if (schema.type === 'array') return printList(schema, indent)
  if (schema.type === 'object') return printObject(schema, indent)
  if (typeof schema.format === 'string' && schema.type === 'string') return schema.format
  return typeof schema.type === 'string' ? schema.type : 'any'
}
