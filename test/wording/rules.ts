/** A fault of wording: the words it was found by, and what to write instead. */
export type Fault = { words: string; advice: string }

/** A sentence begins with a noun or a verb. Questions may begin as they like. */
const opening = /^["“(*_`]*(what|who|whoever|whom|whomever|whose|of|that)\b(?!['’]s\b)/i

const forbidden: [pattern: RegExp, advice: string][] = [
  [/\bwho(m)?ever\b/i, 'name the person: "the caller", "any signed-in user"'],
  [/\bnobody['’]s\b/i, '"no user’s", or turn the sentence round'],
  [/\bof (which|whom)\b/i, 'two sentences, or "whose"'],
  [/\bthe former\b/i, 'name it'],
  [/\b(is|are|was|were) had\b/i, 'use the verb: "comes from", "is available"'],
  [/\bby (itself|themselves)\b/i, '"automatically", or "alone"'],
  [/\blead(s|ing)? to\b|\bled to\b/i, '"points to", "opens", "causes"'],
  [/\belsewhere\b/i, 'name the place: "another provider", "other servers"'],
  [/\bthe world\b/i, '"the internet", "public resolvers"'],
  [/\b(is|are|was|were|be|been|being) (kept|told|gone)\b/i, '"stays", "stored", "notified", "removed"'],
  [/\b(is|are|was|were) made\b/i, '"created", or the verb itself: "the check", not "the check is made"'],
]

const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?:])\s+(?=["“(]?\p{Lu})|\n\s*\n|\n\s*[-*] /u).map((sentence) => sentence.trim())

/**
 * The faults of a comment, a title, a text or a paragraph, without what stands in backticks. A fragment is part of a sentence that
 * begins in another place, if its first letter is small.
 */
export function findFaults(text: string, { isFragment = false } = {}): Fault[] {
  const plain = text.replace(/`[^`]*`/g, '`…`')
  const openings = sentencesOf(plain)
    .filter((sentence, index) => !(isFragment && index === 0 && /^\p{Ll}/u.test(sentence)))
    .filter((sentence) => opening.test(sentence) && !/\?["”)]*$/.test(sentence))
    .map((sentence) => ({
      words: sentence.slice(0, 60),
      advice: 'a sentence begins with a noun or a verb',
    }))
  const words = forbidden.flatMap(([pattern, advice]) => {
    const [found] = pattern.exec(plain) ?? []
    return found === undefined ? [] : [{ words: found, advice }]
  })
  return [...openings, ...words]
}
