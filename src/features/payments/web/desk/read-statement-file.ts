const byteOrderMarks: [bytes: number[], encoding: string][] = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** The text of a bank's file: UTF-8 or UTF-16, else Windows-1252. */
export async function readStatementFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const marked = byteOrderMarks.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))
  if (marked) return new TextDecoder(marked[1]).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
