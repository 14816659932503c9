const longestHead = 4_096

// Version comments (`/*!32312 IF NOT EXISTS*/`) count by their contents.
const unwrapped = (text: string): string =>
  text
    .slice(0, longestHead)
    .replaceAll(/\/\*M?!\d*|\*\//g, ' ')
    .replaceAll(/\/\*[\s\S]*?\*\/|(--\s|#)[^\n]*/g, ' ')

const identifier = '(`(?:[^`]|``)+`|"(?:[^"]|"")+"|[^\\s;`"]+)'
const use = new RegExp(String.raw`^\s*USE\s+${identifier}\s*;?\s*$`, 'i')
const about = new RegExp(
  String.raw`^\s*(?:CREATE(?:\s+OR\s+REPLACE)?|DROP|ALTER)\s+(?:DATABASE|SCHEMA)\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?${identifier}`,
  'i',
)

function readName(written: string): string {
  const [quote = ''] = written
  if (quote !== '`' && quote !== '"') return written
  return written.slice(1, -1).replaceAll(quote + quote, quote)
}

/** The database that a statement (latin1) selects, creates, alters or drops; null for other statements. */
export function namedIn(text: string): string | null {
  const head = unwrapped(text)
  const [, written] = use.exec(head) ?? about.exec(head) ?? []
  return written === undefined ? null : Buffer.from(readName(written), 'latin1').toString()
}
