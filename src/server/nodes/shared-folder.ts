import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { type LeaseRow, readLease, takeLease } from '#db/locks/node-leases.ts'
import type { Store } from '#db/types.ts'
import { ensureId, readOrNull } from './folder-id.ts'
import { nodeLeaseMs } from './node.ts'

const leaseName = 'shared-folder'
const pollMs = 200

export interface SharedFolder {
  /** Records this folder in the database as its own. @throws Error when another one is recorded */
  claim(store: Store): Promise<void>
  /** Writes a heartbeat for the other nodes. @throws the file system's error when the folder is missing */
  beat(): Promise<void>
  /** Whether another node's heartbeats appear here within the length of a lease; in a copy of its folder they do not change. */
  sees(peer: LeaseRow): Promise<boolean>
}

export const wrongFolder = (dataDir: string, why: string): Error =>
  new Error(
    `${dataDir} is not the folder that the other nodes work with (${why}): all must mount the same one`,
  )

/** Clears the shared folder recorded in the database; the next node that shares records its own. */
export async function forgetSharedFolder(store: Store): Promise<void> {
  await store.tx(async (tx) => {
    const { leases } = tx.t
    await tx.delete(leases).where(eq(leases.name, leaseName))
  })
}

/** The data folder as mounted by several nodes. `id` is this node's. */
export async function openSharedFolder(dataDir: string, id: string): Promise<SharedFolder> {
  const folder = join(dataDir, 'nodes')
  const marker = join(folder, 'folder.id')
  let beats = 0
  let known = ''
  const isNot = (why: string) => wrongFolder(dataDir, why)
  return {
    async claim(store) {
      const row = await readLease(store, leaseName)
      const here = await readOrNull(marker)
      if (row && !here) throw isNot(`it has no nodes/folder.id with ${row.holder}`)
      known = here ?? (await ensureId(marker))
      const claim = { name: leaseName, holder: known, ttlMs: 0 }
      if (!row) await takeLease(store, claim, undefined)
      const kept = await readLease(store, leaseName)
      if (kept?.holder !== known) throw isNot('its nodes/folder.id is a different one')
      await mkdir(folder, { recursive: true, mode: 0o700 })
    },
    async beat() {
      beats += 1
      // A lost mount would show an empty folder.
      if ((await readOrNull(marker)) !== known)
        throw new Error('the data folder has lost its nodes/folder.id')
      await writeFile(join(folder, `${id}.new`), `${process.pid} ${beats}\n`, { mode: 0o600 })
      await rename(join(folder, `${id}.new`), join(folder, id))
    },
    async sees(peer) {
      const path = join(folder, peer.name.replace(/^node:/, ''))
      const first = await readOrNull(path)
      const deadline = performance.now() + nodeLeaseMs
      while (performance.now() < deadline) {
        const sign = await readOrNull(path)
        if (sign !== null && sign !== first) return true
        await Bun.sleep(pollMs)
      }
      return false
    },
  }
}
