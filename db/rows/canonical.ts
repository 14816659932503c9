function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  if (value instanceof Date) return value.toISOString()
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

/** JSON with sorted keys, the same for the same row on every engine: PostgreSQL's jsonb keeps no order. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value))
