import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { openStore } from '#db/store.ts'
import { type FilesTemplate, makeFilesTemplate } from '#test/faults/files-stage.ts'
import { insertFiles } from '#test/support/many-files.ts'

/** The layout of the site's files: half in one folder, the other half in folders of this size, all below `deep`. */
const perFolder = 1_000

export type LargeSite = FilesTemplate & { root: string; rows: number }

type Laid = { path: string; isFolder?: boolean; content?: string }

function layout(count: number): Laid[] {
  const flat = Math.ceil(count / 2)
  const folders = Math.ceil((count - flat) / perFolder)
  const contentOf = (number: number) => `file ${number}\n`.repeat(1 + (number % 20))
  const nameOf = (number: number) =>
    `${number % 3 === 0 ? 'Photo' : 'page'}-${number}.${number % 4 ? 'html' : 'png'}`
  return [
    { path: 'flat', isFolder: true },
    { path: 'deep', isFolder: true },
    ...Array.from({ length: folders }, (_, number) => ({ path: `deep/folder-${number}`, isFolder: true })),
    ...Array.from({ length: count }, (_, number) => {
      const folder = number < flat ? 'flat' : `deep/folder-${Math.floor((number - flat) / perFolder)}`
      return { path: `${folder}/${nameOf(number)}`, content: contentOf(number) }
    }),
  ]
}

/** A customer's service with that many small files, on disk and as rows, as if they had been uploaded. */
export async function makeLargeSite(count: number): Promise<LargeSite> {
  const template = await makeFilesTemplate()
  const { dataDir, serviceId } = template
  const root = join(dataDir, 'services', serviceId, 'public')
  const all = layout(count)
  for (const { path, isFolder, content = '' } of all) {
    if (isFolder) {
      mkdirSync(join(root, path))
      continue
    }
    const file = openSync(join(root, path), 'w')
    writeSync(file, content)
    closeSync(file)
  }
  rmSync(join(root, 'index.html'))
  const store = await openStore({ dataDir, mustExist: true })
  try {
    const { userServices } = store.t
    const [service] = await store.read.select().from(userServices).where(eq(userServices.id, serviceId))
    if (!service) throw new Error('the service does not exist')
    const begin = service.createdAt.getTime()
    await insertFiles(store, { userId: service.userId, serviceId }, all.length, (number) => {
      const { path, isFolder = false, content = '' } = all[number] ?? { path: '' }
      const sha256 = new Bun.CryptoHasher('sha256').update(content).digest('hex')
      const facts = isFolder ? {} : { sha256 }
      return { path, isFolder, sizeBytes: content.length, at: new Date(begin - number), ...facts }
    })
    const diskBytes = all.reduce((sum, { content = '' }) => sum + content.length, 0)
    await store.tx((tx) =>
      tx.update(tx.t.userServices).set({ diskBytes }).where(eq(tx.t.userServices.id, serviceId)),
    )
  } finally {
    await store.close()
  }
  return { ...template, root, rows: all.length }
}
