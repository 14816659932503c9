const maxObjectCharacters = 65_536

/**
 * Yields the objects of a JSON array as they arrive, so that a long list is never completely in memory.
 * @throws SyntaxError when the text is not one, or ends before the array does
 */
export async function* readObjects(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder()
  let object = ''
  let depth = 0
  let isText = false
  let isEscaped = false
  let state = 'before' as 'before' | 'inside' | 'after'

  const outside = (character: string) => {
    if (character === '[' && state === 'before') state = 'inside'
    else if (character === ']' && state === 'inside') state = 'after'
    else if (/\S/.test(character) && (state !== 'inside' || character !== ','))
      throw new SyntaxError('it is no list of objects')
  }
  /** Whether this character ends the object. */
  const inside = (character: string): boolean => {
    if (isText) {
      if (isEscaped) isEscaped = false
      else if (character === '\\') isEscaped = true
      else if (character === '"') isText = false
      return false
    }
    if (character === '"') isText = true
    else if (character === '{') depth += 1
    else if (character === '}') depth -= 1
    return depth === 0
  }
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true })
    let start = 0
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at] ?? ''
      if (depth === 0 && (character !== '{' || state !== 'inside')) outside(character)
      else {
        if (depth === 0) start = at
        if (!inside(character)) continue
        yield JSON.parse(object + text.slice(start, at + 1))
        object = ''
      }
    }
    if (depth > 0) object += text.slice(object === '' ? start : 0)
    if (object.length > maxObjectCharacters) throw new SyntaxError('an object of it is too long')
  }
  if (state !== 'after') throw new SyntaxError('it ends too early')
}
