/** The headings, paragraphs, list items and cells of a text in Markdown, without its blocks of code, with the lines they begin at. */
export function readMarkdown(markdown: string): { text: string; line: number }[] {
  const found: { text: string; line: number }[] = []
  let isCode = false
  let isOpen = false
  for (const [index, line] of markdown.split('\n').entries()) {
    if (/^\s*```/.test(line)) isCode = !isCode
    const begins = /^\s*([-*]|\d+\.|#+) +/.exec(line)
    const text = line.slice(begins?.[0].length ?? 0).trim()
    const last = found.at(-1)
    if (isCode || /^\s*```/.test(line) || text === '') isOpen = false
    else if (text.startsWith('|')) {
      for (const cell of text.split(/(?<!\\)\|/)) found.push({ text: cell.trim(), line: index + 1 })
      isOpen = false
    } else if (isOpen && !begins && last) last.text += ` ${text}`
    else {
      found.push({ text, line: index + 1 })
      isOpen = !line.startsWith('#')
    }
  }
  return found
}
