import { type ZodType, z } from 'zod'

/** Empty fields of a form mean nothing was entered. */
export const blankAsNull = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? null : value])) as {
    [Name in keyof Values]: Values[Name] | null
  }

/** A contract's schema as a form may use it: an empty field counts as absent. */
export const withBlanks = (schema: ZodType): ZodType =>
  z.preprocess(
    (values) => (typeof values === 'object' && values !== null ? blankAsNull(values) : values),
    schema,
  )
