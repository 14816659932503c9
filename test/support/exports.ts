import type { TestApp } from './app.ts'
import { makeTestFolder } from './folders.ts'

/** A customer's export, requested and unpacked by the system's unzip: its paths, and the text of each. */
export async function downloadExport(app: TestApp, cookie: string) {
  const asked = await app.request('/api/user/export', { cookie, method: 'POST' })
  if (asked.status !== 202) throw new Error(`the export answered ${asked.status}: ${asked.text}`)
  await app.work()
  const { id } = asked.body as { id: string }
  const path = `${app.dataDir}/exports/${id}.zip`
  const folder = makeTestFolder()
  const { exitCode, stderr } = Bun.spawnSync(['unzip', '-q', path, '-d', folder])
  if (exitCode !== 0) throw new Error(stderr.toString())
  const paths = [...new Bun.Glob('**').scanSync({ cwd: folder, dot: true })].sort()
  const read = (name: string) => Bun.file(`${folder}/${name}`).text()
  return { id, path, paths, read, json: async (name: string) => JSON.parse(await read(name)) }
}
