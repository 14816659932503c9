import { type ZodType, z } from 'zod'

/** Empty form fields count as absent. */
export const blankAsNull = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? null : value])) as {
    [Name in keyof Values]: Values[Name] | null
  }

/** Adapts a contract's schema to a form: an empty field counts as absent. */
export const withBlanks = (schema: ZodType): ZodType =>
  z.preprocess(
    (values) => (typeof values === 'object' && values !== null ? blankAsNull(values) : values),
    schema,
  )
