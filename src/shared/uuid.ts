const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A UUID in lower case; `undefined` for anything else. */
export const readUuid = (value: unknown): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value.toLowerCase() : undefined
