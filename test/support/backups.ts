import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Backup } from '#features/backups/contract/contract.ts'
import { activateService, type TestApp } from './app.ts'

/** A portal's customer with an active service, its folder, and calls on their behalf. */
export async function createSite(app: TestApp) {
  const customer = await app.addCustomer()
  const { serviceId } = await activateService(app, customer.cookie)
  const root = `${app.dataDir}/services/${serviceId}/public`
  const call = (method: string, path: string, json?: unknown) =>
    app.request(path, { cookie: customer.cookie, method, ...(json === undefined ? {} : { json }) })
  const start = (backupType = 'full') => call('POST', '/api/backups', { serviceId, backupType })
  const list = async () => (await call('GET', '/api/backups')).body as Backup[]
  /** A completed backup. */
  const backUp = async (backupType = 'full') => {
    const { body } = await start(backupType)
    await app.work()
    const { id } = body as Backup
    const made = (await list()).find((backup) => backup.id === id)
    if (!made) throw new Error('the backup does not exist')
    return made
  }
  const restore = (id: string) => call('POST', `/api/backups/${id}/restore`)
  const archive = (id: string) => `${app.dataDir}/backups/${id}.zip`
  return { customer, serviceId, root, call, start, list, backUp, restore, archive }
}

/** Writes files below a folder; a path that ends with a slash is an empty folder. */
export function layFiles(root: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    if (path.endsWith('/')) mkdirSync(join(root, path), { recursive: true })
    else {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), content)
    }
  }
}

/** One hash of all paths and contents below a folder; empty folders count. */
export function hashTree(root: string): string {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    const full = join(root, path)
    hasher.update(`${path}\0`)
    hasher.update(statSync(full).isDirectory() ? 'folder' : readFileSync(full))
    hasher.update('\0')
  }
  return hasher.digest('hex')
}
