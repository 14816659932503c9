import { link, mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const welcomePage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>This site is ready</title>
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:34rem;margin:18vh auto;padding:0 1.5rem;color:#14181f}</style>
<h1>This site is ready</h1>
<p>Upload an index.html in the file manager to replace this page.</p>
</html>
`

const welcomeSha256 = Bun.SHA256.hash(welcomePage, 'hex')

/** Where a service's files live below the data folder; made of server-side ids only. */
export const siteFolder = (dataDir: string, serviceId: string): string =>
  join(dataDir, 'services', serviceId, 'public')

const welcomePath = (dataDir: string, serviceId: string) => join(siteFolder(dataDir, serviceId), 'index.html')

/** Whether a file of a service's folder is the page it began with, which is nobody's file. */
export const isWelcomePage = ({ path, sha256 }: { path: string; sha256: string | null }): boolean =>
  path === 'index.html' && sha256 === welcomeSha256

const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Whether the service's folder stands, with a page in it. */
export const hasSiteFolder = (dataDir: string, serviceId: string): Promise<boolean> =>
  exists(welcomePath(dataDir, serviceId))

/** What the path names is on disk; with `text` it is written first. */
async function sync(path: string, text?: string): Promise<void> {
  const file = await open(path, text === undefined ? 'r' : 'w')
  try {
    if (text !== undefined) await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The service's folder and its welcome page are on disk, complete or not at all; doing it twice changes nothing. */
export async function makeSiteFolder(dataDir: string, serviceId: string): Promise<void> {
  const folder = siteFolder(dataDir, serviceId)
  const path = welcomePath(dataDir, serviceId)
  await mkdir(folder, { recursive: true })
  if (await exists(path)) return
  const temporary = join(folder, '..', `welcome.${crypto.randomUUID()}.tmp`)
  try {
    await sync(temporary, welcomePage)
    // Unlike a rename, a link replaces nothing: another node may have been faster, and the customer after it.
    await link(temporary, path)
  } catch (error) {
    if (!(await exists(path))) throw error
  } finally {
    await rm(temporary, { force: true })
  }
  await sync(folder)
}
