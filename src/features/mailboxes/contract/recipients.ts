// A quoted string or a comment (RFC 5322 section 3.2), an address in angle brackets, a separator, or a word.
const token = /"(?:[^"\\]|\\.)*"?|\((?:[^()\\]|\\.)*\)?|<[^<>]*>?|[,;\n]|[^\s,;<>"()]+/g

const bare = (word: string): string => word.replace(/^<?\s*(mailto:)?|\s*>?$/gi, '').replace(/\s/g, '')

/** Whether the words before an address in angle brackets can be a display name: none of them is another address. */
const isName = (words: readonly string[], address: string): boolean =>
  words.every((word) => !word.includes('@') || word.replace(/^["']+|["']+$/g, '') === address)

/**
 * The addresses in a field that was typed or pasted: bare or with a display name (`"Rao, Meera" <meera@…>`), separated by lines,
 * commas, semicolons or spaces; group members without the group name. Text that is no address stays, so that validation rejects
 * it; so does an address whose display name is another address.
 */
export function readRecipients(text: string): string[] {
  const found: string[] = []
  let words: string[] = []
  const end = () => {
    found.push(...words.map(bare))
    words = []
  }
  for (const [said] of text.matchAll(token)) {
    if (/^[,;\n]$/.test(said)) end()
    else if (said.startsWith('<')) {
      const address = bare(said)
      found.push(isName(words, address) ? address : [...words, said].join(' '))
      words = []
    } else if (/^[^@]*:$/.test(said)) words = []
    else if (!said.startsWith('(')) words.push(said)
  }
  end()
  return found.filter(Boolean)
}
