import { join } from 'node:path'
import { exists, placeOnce } from '#server/system/disk.ts'

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

/** A service's folder below the data folder, built only from server-side ids. */
export const siteFolder = (dataDir: string, serviceId: string): string =>
  join(dataDir, 'services', serviceId, 'public')

const welcomePath = (dataDir: string, serviceId: string) => join(siteFolder(dataDir, serviceId), 'index.html')

/** Whether a file of a service's folder is its welcome page, which has no row. */
export const isWelcomePage = ({ path, sha256 }: { path: string; sha256: string | null }): boolean =>
  path === 'index.html' && sha256 === welcomeSha256

/** Whether the service's folder exists, with a page in it. */
export const hasSiteFolder = (dataDir: string, serviceId: string): Promise<boolean> =>
  exists(welcomePath(dataDir, serviceId))

/** Creates the service's folder and its welcome page atomically; idempotent. */
export async function makeSiteFolder(dataDir: string, serviceId: string): Promise<void> {
  if (await hasSiteFolder(dataDir, serviceId)) return
  // Not within the site, where it could be requested.
  const draft = join(siteFolder(dataDir, serviceId), '..', `welcome.${crypto.randomUUID()}.tmp`)
  await placeOnce(welcomePath(dataDir, serviceId), welcomePage, { mode: 0o666, draft })
}
