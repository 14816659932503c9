/** A file that was chosen or dropped, and the folder it lay in; '' for one on its own. */
export type Picked = { file: File; folder: string }

const separator = '/'

/** What no site needs of a folder of macOS. */
const isPart = ({ file: { name } }: Picked): boolean => name !== '.DS_Store'

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf(separator)))

/** Files of a field; those of a field for folders know where they lay. */
export const pickFiles = (files: Iterable<File>): Picked[] =>
  [...files].map((file) => ({ file, folder: folderOf(file.webkitRelativePath ?? '') })).filter(isPart)

const readFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

const readSome = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject))

/** Browsers hand over the entries of a folder in portions; an empty one is the end. */
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

/** What was dropped, folders opened. Called during the event, which takes its items along when it ends. */
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
