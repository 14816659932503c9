import { constants } from 'node:fs'
import { access, mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A service, and the limits of its plan. */
type ServiceLimits = {
  serviceId: string
  memoryBytes: number
  /** Share of one core: 100 is a full core. */
  cpuPercent: number
}

/** Limits web servers with control groups (cgroups(7), version 2): a leaf per service. */
export interface Cgroup {
  /** Keeps the process and its children within the limits of the plan. @throws the file system's error */
  limit(pid: number, target: ServiceLimits): Promise<void>
  /** Whether the kernel killed a process of the service's leaf for lack of memory. */
  ranOutOfMemory(serviceId: string): Promise<boolean>
  /** Removes the service's leaf if it has no processes. */
  release(serviceId: string): Promise<void>
  /**
   * Suspends the limits until the next portal sets them. A group with limits cannot contain processes (cgroups(7), "no internal
   * processes"), so systemd could not start that portal in it.
   */
  leave(): Promise<void>
}

const wanted = ['memory', 'cpu', 'pids']
const periodMicros = 100_000
const maxTasks = 64
/** The leaf this program moves into: a group that delegates controllers must not contain a process itself. */
const ownLeaf = 'portal'

/** The group of this process within version 2's hierarchy, as a path below its mount. */
async function findGroup(proc: string): Promise<string | null> {
  const [groups, mounts] = await Promise.all(
    ['cgroup', 'mountinfo'].map((name) => readFile(join(proc, name), 'latin1').catch(() => '')),
  )
  const path = /^0::(\/.*)$/m.exec(groups ?? '')?.[1]
  const mount = (mounts ?? '')
    .split('\n')
    .find((line) => line.includes(' - cgroup2 '))
    ?.split(' ')[4]
  return path === undefined || mount === undefined ? null : join(mount, path)
}

/** Whether the group was delegated to us: we can write its files, and it contains no other process. */
async function isDelegated(group: string, pid: number): Promise<boolean> {
  try {
    await access(join(group, 'cgroup.subtree_control'), constants.W_OK)
    await access(join(group, 'cgroup.procs'), constants.W_OK)
    const controllers = (await readFile(join(group, 'cgroup.controllers'), 'latin1')).trim().split(' ')
    const members = (await readFile(join(group, 'cgroup.procs'), 'latin1')).trim().split('\n').filter(Boolean)
    const isAlone = members.every((member) => Number(member) === pid)
    return isAlone && wanted.every((name) => controllers.includes(name))
  } catch {
    return false
  }
}

/**
 * Limits by control groups when a group with memory, cpu and pids was delegated to this program alone; else null. `proc` is
 * /proc/self.
 */
export async function openCgroup({ proc = '/proc/self', pid = process.pid } = {}): Promise<Cgroup | null> {
  const found = await findGroup(proc)
  if (found === null) return null
  const group = found.endsWith(`/${ownLeaf}`) ? join(found, '..') : found
  const isReady = group !== found
  if (!(await isDelegated(group, pid))) return null
  try {
    if (!isReady) {
      await mkdir(join(group, ownLeaf), { recursive: true })
      await writeFile(join(group, ownLeaf, 'cgroup.procs'), String(pid))
    }
    await writeFile(join(group, 'cgroup.subtree_control'), wanted.map((name) => `+${name}`).join(' '))
  } catch {
    // Only partly delegated: then the portal watches usage to enforce the limits.
    return null
  }
  const leafOf = (serviceId: string) => join(group, `site-${serviceId}`)
  return {
    async limit(pid, target) {
      const leaf = leafOf(target.serviceId)
      await mkdir(leaf, { recursive: true })
      const quota = Math.round((target.cpuPercent / 100) * periodMicros)
      await writeFile(join(leaf, 'memory.max'), String(target.memoryBytes))
      await writeFile(join(leaf, 'cpu.max'), `${quota} ${periodMicros}`)
      await writeFile(join(leaf, 'pids.max'), String(maxTasks))
      await writeFile(join(leaf, 'cgroup.procs'), String(pid))
    },
    async ranOutOfMemory(serviceId) {
      const events = await readFile(join(leafOf(serviceId), 'memory.events'), 'latin1').catch(() => '')
      return /^oom_kill [1-9]/m.test(events)
    },
    async release(serviceId) {
      const leaf = leafOf(serviceId)
      const isThere = await readdir(leaf).then(
        () => true,
        () => false,
      )
      // A leaf with a dying process is removed at the next release.
      if (isThere) await rmdir(leaf).catch(() => {})
    },
    async leave() {
      const none = wanted.map((name) => `-${name}`).join(' ')
      // Otherwise the next portal retries until the remaining processes have ended.
      await writeFile(join(group, 'cgroup.subtree_control'), none).catch(() => {})
    },
  }
}
