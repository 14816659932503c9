import { join, resolve } from 'node:path'
import { programAt, type Running, start } from './measure.ts'

const program = programAt('express')
// The newest better-sqlite3 that each Node.js takes.
const newest = { version: '13.2.0', fromNode: 22 }
const older = '12.11.1'

export type Peer = Running & { name: string }

/** Peers to measure against are no dependencies: they are fetched for the run, the ones of Node.js once for all runs. */
async function prepareForNode(node: string): Promise<string> {
  const major = Number(/^v(\d+)/.exec(Bun.spawnSync([node, '--version']).stdout.toString())?.[1])
  const folder = resolve(import.meta.dir, `../../../node_modules/.cache/bench-express-${major}`)
  const sqlite = major >= newest.fromNode ? newest.version : older
  const built = await Bun.build({
    entrypoints: [program],
    target: 'node',
    plugins: [
      {
        name: 'peers are installed beside the program',
        setup({ onResolve }) {
          onResolve({ filter: /^(express@.*|better-sqlite3)$/ }, ({ path }) => ({
            path: path.split('@')[0] ?? path,
            external: true,
          }))
        },
      },
    ],
  })
  const [bundle] = built.outputs
  if (!bundle) throw new Error('Express was not bundled for Node.js')
  const file = join(folder, 'express.mjs')
  await Bun.write(file, bundle)
  if (await Bun.file(join(folder, 'node_modules/better-sqlite3/package.json')).exists()) return file
  const packages = ['express@5.3.0', `better-sqlite3@${sqlite}`]
  const install = ['npm', 'install', '--prefix', folder, '--no-audit', '--no-fund', ...packages]
  const child = Bun.spawn(install, { stdout: 'ignore', stderr: 'inherit' })
  if ((await child.exited) !== 0) throw new Error(`${install.join(' ')} failed`)
  return file
}

/** Express 5 with better-sqlite3 over the portal's data, on Bun, and on Node.js where there is one. */
export async function startPeers(dataDir: string): Promise<Peer[]> {
  const onBun = await start([process.execPath, '--install=fallback', program, dataDir])
  const peers = [{ ...onBun, name: 'Express 5 on Bun' }]
  const node = Bun.which('node')
  if (!node) {
    console.log('no Node.js here: Express is measured on Bun alone')
    return peers
  }
  const onNode = await start([node, await prepareForNode(node), dataDir])
  return [{ ...onNode, name: 'Express 5 on Node.js' }, ...peers]
}
