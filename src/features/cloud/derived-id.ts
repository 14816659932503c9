/**
 * The id of a row that is computed: of version 7 like all others, with the moment that the row is about, and the same for the
 * same words about the same resource.
 */
export function derivedId(at: Date, words: string, resourceId: string): string {
  const moment = at.getTime().toString(16).padStart(12, '0')
  // All but the moment and the version is as random as the words make it.
  const hashed = Bun.randomUUIDv5(words, resourceId)
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${hashed.slice(15)}`
}
