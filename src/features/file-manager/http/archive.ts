import { constants, createReadStream } from 'node:fs'
import { join } from 'node:path'
import { ZipFile } from 'yazl'
import { numberedName } from '#features/files/contract/names.ts'
import { kindOf } from '#features/files/contract/types.ts'
import type { FileRow } from '#features/files/service/rows.ts'
import { publicPath, serviceFolder } from '#features/files/storage/folders.ts'
import type { CustomerContext } from '#server/context.ts'
import { disposition } from '#server/http/bodies/disposition.ts'
import { zipName } from '#shared/names/zip-name.ts'
import { readSelection, type Selected } from '../service/read-selection.ts'

const packed = new Set(['archive', 'image', 'video', 'audio'])

/** Names in the archive: each selected file or folder is at the top, under a unique name. */
function nameEntries(selection: Selected[]): { file: FileRow; name: string }[] {
  const taken = new Set<string>()
  return selection.flatMap(({ root, files }) => {
    const preferredName = zipName(root.fileName)
    let top = preferredName
    for (let number = 2; taken.has(top); number += 1) top = numberedName(preferredName, number)
    taken.add(top)
    return files.map((file) => ({ file, name: top + file.filePath.slice(root.filePath.length) }))
  })
}

function addEntry(zip: ZipFile, dataDir: string, { file, name }: { file: FileRow; name: string }): void {
  const mtime = file.updatedAt
  if (file.isFolder) {
    zip.addEmptyDirectory(name, { mtime })
    return
  }
  const path = join(serviceFolder(dataDir, file.serviceId), publicPath(file.filePath))
  const compress = !packed.has(kindOf(file.fileType))
  zip.addReadStreamLazy(name, { mtime, compress }, (give) => {
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW
    give(null, createReadStream(path, { flags: flags as unknown as string }))
  })
}

type ZipOutput = NodeJS.ReadableStream & { destroy(error?: Error): void }

/** Streams the zip no faster than it is read. */
function streamOf(zip: ZipFile): ReadableStream<Uint8Array> {
  const output = zip.outputStream as ZipOutput
  // A missing file may fail before the stream is read: only the reader gets the error.
  output.on('error', () => {})
  const chunks = output[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: () => output.destroy(),
    },
    { highWaterMark: 0 },
  )
}

/** Streams a zip of files and folders. @throws NOT_FOUND, INVALID beyond 500 files */
export async function answerArchive(ctx: CustomerContext, ids: string[]): Promise<Response> {
  const selection = await readSelection(ctx, ids)
  const zip = new ZipFile()
  zip.on('error', (error: Error) => (zip.outputStream as ZipOutput).destroy(error))
  for (const entry of nameEntries(selection)) addEntry(zip, ctx.env.DATA_DIR, entry)
  zip.end()
  const [only] = selection
  const name = selection.length === 1 && only ? `${only.root.fileName}.zip` : 'files.zip'
  return new Response(streamOf(zip), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': disposition('attachment', name),
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'no-store',
    },
  })
}
