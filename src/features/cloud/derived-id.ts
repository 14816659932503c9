/**
 * The id of a computed row: UUID version 7 like all others, with the row's moment, and the same for the same words about
 * the same resource.
 */
export function derivedId(at: Date, words: string, resourceId: string): string {
  const moment = at.getTime().toString(16).padStart(12, '0')
  // Apart from the moment and the version, all bits come from a hash of the words.
  const hashed = Bun.randomUUIDv5(words, resourceId)
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${hashed.slice(15)}`
}
