import { link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  codeOf,
  exists,
  isMissing,
  namesIn,
  removeAll,
  renameDurably,
  statOrNull,
  syncPath,
  writeAll,
} from '#server/system/disk.ts'
import { hour } from '#shared/time.ts'
import { type Folder, folders } from '../contract/rules.ts'
import { folderNames, likelyNames, newName, readName, withFlags } from './file-names.ts'
import type { Box, Flags, FoundMessage, Mailboxes, StoredFile } from './mailboxes.ts'

const parts = ['tmp', 'new', 'cur'] as const
const privateMode = 0o700
const fileMode = 0o600
const draftMs = hour
/** How many times in a row a file may be renamed between lookup and open. */
const renamesAtMost = 5

type MailFile = { path: string; part: 'new' | 'cur'; others: string }

/** Mailboxes below `DATA_DIR/mail`; `now` dates the file names. */
export function createMaildirs(dataDir: string, now: () => Date): Mailboxes {
  const root = join(dataDir, 'mail')
  const pathOf = ({ accountId }: Box) => join(root, accountId)
  const folderOf = (box: Box, folder: Folder) => join(pathOf(box), folderNames[folder])
  const ready = new Set<string>()

  /** Creates the folders of a box durably, subscribed for Dovecot. */
  const make = async (box: Box) => {
    const path = pathOf(box)
    for (const folder of folders)
      for (const part of parts)
        await mkdir(join(folderOf(box, folder), part), { recursive: true, mode: privateMode })
    for (const folder of folders) {
      if (folderNames[folder] === '') continue
      await writeFile(join(folderOf(box, folder), 'maildirfolder'), '', { mode: fileMode })
      await syncPath(folderOf(box, folder))
    }
    const subscriptions = join(path, 'subscriptions')
    const names = folders.map((folder) => folderNames[folder].slice(1)).filter(Boolean)
    if (!(await exists(subscriptions)))
      await writeFile(subscriptions, names.map((name) => `${name}\n`).join(''), { mode: fileMode })
    for (const each of [path, root, dirname(root)]) await syncPath(each)
    ready.add(box.accountId)
  }

  /** Runs `work` with the folders in place, and recreates them when they were removed. */
  const within = async <T>(box: Box, work: () => Promise<T>): Promise<T> => {
    if (!ready.has(box.accountId)) await make(box)
    try {
      return await work()
    } catch (error) {
      if (!isMissing(error) || (await exists(pathOf(box)))) throw error
      await make(box)
      return work()
    }
  }

  const placeOf = (box: Box, folder: Folder, base: string, flags: Partial<Flags>) => {
    const all: Flags = { isSeen: false, isAnswered: false, isFlagged: false, ...flags }
    const isNew = !all.isSeen && !all.isAnswered && !all.isFlagged
    return join(folderOf(box, folder), ...(isNew ? ['new', base] : ['cur', withFlags(base, all)]))
  }

  const find = async (box: Box, folder: Folder, file: string): Promise<MailFile | null> => {
    const at = folderOf(box, folder)
    const fresh = join(at, 'new', file)
    if (await statOrNull(fresh)) return { path: fresh, part: 'new', others: '' }
    for (const name of likelyNames(file)) {
      const path = join(at, 'cur', name)
      if (await statOrNull(path)) return { path, part: 'cur', others: '' }
    }
    for (const part of ['cur', 'new'] as const)
      for (const name of await namesIn(join(at, part))) {
        const read = readName(name)
        if (read?.file === file) return { path: join(at, part, name), part, others: read.others }
      }
    return null
  }

  /** Retries once when another program renamed the file first. */
  const change = async (
    box: Box,
    from: { folder: Folder; file: string },
    to: (found: MailFile) => string,
  ) => {
    for (const isLast of [false, true]) {
      const found = await find(box, from.folder, from.file)
      if (!found) return
      const target = to(found)
      if (target === found.path) return
      try {
        await renameDurably(found.path, target)
        return
      } catch (error) {
        if (isLast || !isMissing(error)) throw error
      }
    }
  }

  const writeDraft = async (draft: string, content: AsyncIterable<Uint8Array>): Promise<number> => {
    let sizeBytes = 0
    const handle = await open(draft, 'wx', fileMode)
    try {
      for await (const chunk of content) {
        await writeAll(handle, chunk)
        sizeBytes += chunk.byteLength
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    return sizeBytes
  }

  return {
    deliver: (box, folder, content, flags = {}) =>
      within(box, async (): Promise<StoredFile> => {
        const draft = join(folderOf(box, folder), 'tmp', newName(now(), 0))
        try {
          const sizeBytes = await writeDraft(draft, content)
          const file = newName(now(), sizeBytes)
          const path = placeOf(box, folder, file, flags)
          await rename(draft, path)
          await syncPath(dirname(path))
          return { file, sizeBytes }
        } catch (error) {
          await rm(draft, { force: true })
          throw error
        }
      }),
    adopt: (box, folder, path, flags = {}) =>
      within(box, async (): Promise<StoredFile> => {
        const { size: sizeBytes } = await stat(path)
        const file = newName(now(), sizeBytes)
        const target = placeOf(box, folder, file, flags)
        await link(path, target)
        await syncPath(dirname(target))
        return { file, sizeBytes }
      }),
    putBack: (box, folder, { file, path, flags }) =>
      within(box, async () => {
        for (const each of folders) if (await find(box, each, file)) return
        const target = placeOf(box, folder, file, flags)
        await link(path, target)
        await syncPath(dirname(target))
      }),
    async read(box, folder, file) {
      for (let tries = 1; ; tries += 1) {
        const found = await find(box, folder, file)
        if (!found) return null
        try {
          return await Bun.file(found.path).bytes()
        } catch (error) {
          if (tries === renamesAtMost || !isMissing(error)) throw error
        }
      }
    },
    async open(box, folder, file) {
      const found = await find(box, folder, file)
      return found && Bun.file(found.path)
    },
    move: (box, file, { from, to }) =>
      within(box, () =>
        change(box, { folder: from, file }, ({ path, part }) =>
          join(folderOf(box, to), part, path.slice(path.lastIndexOf('/') + 1)),
        ),
      ),
    mark: (box, folder, file, flags) =>
      change(box, { folder, file }, ({ others }) =>
        join(folderOf(box, folder), 'cur', withFlags(file, flags, others)),
      ),
    async remove(box, folder, file) {
      const found = await find(box, folder, file)
      if (!found) return
      await rm(found.path, { force: true })
      await syncPath(dirname(found.path))
    },
    async *list(box): AsyncIterable<FoundMessage> {
      for (const folder of folders)
        for (const part of ['new', 'cur'] as const) {
          const at = join(folderOf(box, folder), part)
          for (const name of await namesIn(at)) {
            const read = readName(name)
            if (!read) continue
            const { file, isSeen, isAnswered, isFlagged } = read
            const known = read.sizeBytes !== null && read.writtenAt !== null
            const seen = known ? null : await statOrNull(join(at, name))
            if (!known && !seen?.isFile()) continue
            yield {
              folder,
              file,
              isSeen,
              isAnswered,
              isFlagged,
              sizeBytes: read.sizeBytes ?? seen?.size ?? 0,
              writtenAt: read.writtenAt ?? seen?.mtime ?? now(),
            }
          }
        }
    },
    async stamp(box) {
      const times: string[] = []
      for (const folder of folders)
        for (const part of ['new', 'cur']) {
          const found = await statOrNull(join(folderOf(box, folder), part))
          if (found) times.push(`${folder}/${part} ${found.mtimeMs} ${found.nlink}`)
        }
      return times.join('\n')
    },
    async sweep(box) {
      for (const folder of folders) {
        const at = join(folderOf(box, folder), 'tmp')
        for (const name of await readdir(at).catch(() => [])) {
          const found = await statOrNull(join(at, name))
          if (found && now().getTime() - found.mtimeMs > draftMs) await rm(join(at, name), { force: true })
        }
      }
    },
    async removeBox(box) {
      ready.delete(box.accountId)
      await removeAll(pathOf(box))
    },
  }
}

/** Whether a failure means that the disk is full. */
export const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error))
