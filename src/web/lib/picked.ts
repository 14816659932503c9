/** A chosen or dropped file with its folder; '' without one. */
export type Picked = { file: File; folder: string }

const separator = '/'

/** Skips macOS folder metadata. */
const isPart = ({ file: { name } }: Picked): boolean => name !== '.DS_Store'

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf(separator)))

/** Files of an input; a folder input provides their paths. */
export const pickFiles = (files: Iterable<File>): Picked[] =>
  [...files].map((file) => ({ file, folder: folderOf(file.webkitRelativePath ?? '') })).filter(isPart)

const readFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

const readSome = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject))

/** Browsers return a folder's entries in portions; an empty one is the end. */
async function readFolder(entry: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = entry.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    const some = await readSome(reader)
    if (some.length === 0) return entries
    entries.push(...some)
  }
}

async function readEntry(entry: FileSystemEntry, folder: string): Promise<Picked[]> {
  if (entry.isFile) return [{ file: await readFile(entry as FileSystemFileEntry), folder }]
  const inside = folder ? `${folder}${separator}${entry.name}` : entry.name
  const picked: Picked[] = []
  for (const each of await readFolder(entry as FileSystemDirectoryEntry))
    picked.push(...(await readEntry(each, inside)))
  return picked
}

/** Reads dropped files and folders. Call it during the event, as the items expire when it ends. */
export async function readDropped(transfer: DataTransfer): Promise<Picked[]> {
  const sources = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry() ?? item.getAsFile())
  const picked: Picked[] = []
  for (const source of sources) {
    if (source instanceof File) picked.push({ file: source, folder: '' })
    else if (source) picked.push(...(await readEntry(source, '')))
  }
  return picked.filter(isPart)
}
