import { hostname } from 'node:os'
import { fenceStore } from '#db/locks/fence.ts'
import {
  isReleased,
  type LeaseRow,
  listLiveNodes,
  loneName,
  nodeNameOf,
  placeOf,
  readLease,
  takeLease,
} from '#db/locks/node-leases.ts'
import type { Store } from '#db/types.ts'
import type { Logger } from '../log.ts'
import type { Env } from '../settings.ts'
import { idOfFolder } from './folder-id.ts'
import { loneNode, type Node, nodeLeaseMs, startNode } from './node.ts'
import { openSharedFolder, wrongFolder } from './shared-folder.ts'

type Joining = { env: Env; store: Store; log: Logger }

const pollMs = 200

/** Whether the holder of a lease renews it while observed; false once it is released or has expired. */
async function isRenewed(store: Store, seen: LeaseRow): Promise<boolean> {
  for (;;) {
    await Bun.sleep(pollMs)
    const row = await readLease(store, seen.name)
    if (!row || isReleased(row)) return false
    if (row.fence !== seen.fence || row.expiresAt.getTime() !== seen.expiresAt.getTime()) return true
    const isLive = (await listLiveNodes(store)).some(({ name }) => name === seen.name)
    if (!isLive) return false
  }
}

/** Live nodes other than `own`: each was observed to renew its lease, which a killed one does not. */
async function findLiving(store: Store, isRival: (row: LeaseRow) => boolean): Promise<LeaseRow[]> {
  const rivals = (await listLiveNodes(store)).filter(isRival)
  const living = await Promise.all(rivals.map((row) => isRenewed(store, row)))
  return rivals.filter((_, i) => living[i])
}

async function claimLease(store: Store, name: string, holder: string): Promise<number> {
  for (;;) {
    const fence = await takeLease(store, { name, holder, ttlMs: nodeLeaseMs }, await readLease(store, name))
    if (fence !== null) return fence
  }
}

/** @throws Error while another node is alive on the database */
async function joinAlone({ env, store, log }: Joining): Promise<Node> {
  const holder = `${hostname()}:${env.DATA_DIR} ${await idOfFolder(env.DATA_DIR)}`
  // This process holds the folder lock, so the node that left the lease under this name has died.
  const isRival = (row: LeaseRow) => row.name !== loneName || row.holder !== holder
  const refuse = async () => {
    const [living] = await findLiving(store, isRival)
    if (living)
      throw new Error(
        `the database is in use by the portal on ${placeOf(living)}; several portals at once need SHARED_DATA=true and one folder that all of them mount`,
      )
  }
  await refuse()
  const fence = await claimLease(store, loneName, holder)
  fenceStore(store, { name: loneName, fence })
  const node = startNode({ store, log, isShared: false, name: loneName, holder, fence })
  try {
    // Another node may have joined at the same moment: if two see each other, both leave.
    await refuse()
    return node
  } catch (error) {
    await node.close()
    throw error
  }
}

/** @throws Error when a node that does not share is alive, or works on another folder */
async function joinShared({ env, store, log }: Joining): Promise<Node> {
  const id = await idOfFolder(env.RUN_DIR)
  const name = nodeNameOf(id)
  const holder = `${hostname()}:${env.DATA_DIR} ${id}`
  const refuseBesideLone = async () => {
    const [lone] = await findLiving(store, (row) => row.name === loneName)
    if (lone)
      throw new Error(
        `the database is in use by the portal on ${placeOf(lone)}, which does not share it; set SHARED_DATA=true there too`,
      )
  }
  await refuseBesideLone()
  const folder = await openSharedFolder(env.DATA_DIR, id)
  await folder.claim(store)
  const fence = await claimLease(store, name, holder)
  const node = startNode({ store, log, isShared: true, name, holder, fence, beat: folder.beat })
  try {
    // Another node may have joined at the same moment.
    await refuseBesideLone()
    for (const peer of await findLiving(store, (row) => row.name !== name)) {
      if ((await folder.sees(peer)) || !(await isRenewed(store, peer))) continue
      throw wrongFolder(env.DATA_DIR, `no sign of the node on ${placeOf(peer)}`)
    }
    return node
  } catch (error) {
    await node.close()
    throw error
  }
}

/**
 * Takes this process's place among those that use the database: the only one, or one of several with SHARED_DATA=true.
 * @throws Error with one line when that place is taken
 */
export async function joinNodes(joining: Joining): Promise<Node> {
  const { env } = joining
  if (!env.DATABASE_URL) return loneNode
  return env.SHARED_DATA ? joinShared(joining) : joinAlone(joining)
}
