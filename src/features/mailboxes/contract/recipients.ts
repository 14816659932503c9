// A quoted string or a comment (RFC 5322 section 3.2), an address in angle brackets, a separator, or a word.
const token = /"(?:[^"\\]|\\.)*"?|\((?:[^()\\]|\\.)*\)?|<[^<>]*>?|[,;\n]|[^\s,;<>"()]+/g

const bare = (word: string): string => word.replace(/^<?\s*(mailto:)?|\s*>?$/gi, '').replace(/\s/g, '')

/** Whether words before an address in angle brackets can be its name: none of them is another address. */
const isName = (words: readonly string[], address: string): boolean =>
  words.every((word) => !word.includes('@') || word.replace(/^["']+|["']+$/g, '') === address)

/**
 * The addresses that a field names, as they are written by hand or pasted: alone, or behind a name (`"Rao, Meera" <meera@…>`),
 * one a line, or parted by commas, semicolons or spaces; members of a group without its name. What is none stays as it is, so that
 * it is refused; so does an address with another one in place of its name.
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
