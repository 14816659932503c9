import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Backup } from '#features/backups/contract/contract.ts'
import { hashTree } from '#test/support/backups.ts'
import type { RunningServer } from '#test/support/server.ts'
import type { FilesTemplate } from './files-stage.ts'
import { untilDrained } from './findings.ts'
import { call } from './journey.ts'

export type Site = ReturnType<typeof siteOf>

/** The template’s service in a data folder, and its customer’s calls to the server that runs on it. */
export function siteOf({ customer, serviceId }: FilesTemplate, dataDir: string) {
  const service = join(dataDir, 'services', serviceId)
  const root = join(service, 'public')
  const archives = join(dataDir, 'backups')
  const send = (server: RunningServer, path: string, json?: unknown) =>
    call(server.url + path, { cookie: customer, json })
  const list = async (server: RunningServer) =>
    (await (await send(server, '/api/backups')).json()) as Backup[]
  return {
    service,
    /** A server killed meanwhile gives no answer. */
    backUp: (server: RunningServer) => send(server, '/api/backups', { serviceId }).catch(() => null),
    restore: (server: RunningServer, id: string) =>
      send(server, `/api/backups/${id}/restore`, {}).catch(() => null),
    list,
    async remove(server: RunningServer, { id }: Backup) {
      await fetch(`${server.url}/api/backups/${id}`, { method: 'DELETE', headers: { cookie: customer } })
    },
    archives: () => (existsSync(archives) ? readdirSync(archives).sort() : []),
    tree: () => hashTree(root),
    /** Fills the service with `count` files of a generation and an empty folder, and nothing else. */
    fill(generation: string, count: number, content: (number: number) => string | Uint8Array) {
      rmSync(root, { recursive: true })
      for (let number = 0; number < count; number++) {
        const folder = join(root, `folder-${number % 3}`)
        mkdirSync(folder, { recursive: true })
        writeFileSync(join(folder, `${generation}-${number}.txt`), content(number))
      }
      mkdirSync(join(root, `empty-${generation}`))
    },
    /** Rows that do not match their archives, and archives without a row. */
    findMismatches(backups: Backup[]): string[] {
      const hash = (name: string) =>
        new Bun.CryptoHasher('sha256').update(readFileSync(join(archives, name))).digest('hex')
      return backups.flatMap(({ id, status, sha256, reason }) => {
        if (status === 'completed')
          return hash(`${id}.zip`) === sha256 ? [] : [`${id} is not what its row says`]
        return status === 'failed' && reason && !existsSync(join(archives, `${id}.zip`))
          ? []
          : [`${id} is ${status}`]
      })
    },
  }
}

/** Requests a backup and waits for the newest one. @throws Error if it did not complete */
export async function makeBackup(site: Site, server: RunningServer): Promise<Backup> {
  await site.backUp(server)
  await untilDrained(server.dataDir)
  const [backup] = await site.list(server)
  if (backup?.status !== 'completed') throw new Error(`the backup is ${backup?.status}: ${backup?.reason}`)
  return backup
}
