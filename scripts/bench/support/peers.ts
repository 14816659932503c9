import { join, resolve } from 'node:path'
import { programAt, type Running, start } from './measure.ts'

/** The frameworks that the portal is compared with, each with its program of the same name. */
const frameworks = [
  { name: 'Express 5', program: 'express', package: 'express@5.3.0' },
  { name: 'Fastify 5', program: 'fastify', package: 'fastify@5.12.8' },
] as const
type Framework = (typeof frameworks)[number]

// The newest better-sqlite3 that each Node.js supports.
const newest = { version: '13.2.0', fromNode: 22 }
const older = '12.11.1'

export type Peer = Running & { name: string }

async function bundleForNode(framework: Framework, folder: string): Promise<string> {
  const built = await Bun.build({
    entrypoints: [programAt(framework.program)],
    target: 'node',
    plugins: [
      {
        name: 'peers are installed beside the program',
        setup({ onResolve }) {
          onResolve({ filter: /^(express@.*|fastify@.*|better-sqlite3)$/ }, ({ path }) => ({
            path: path.split('@')[0] ?? path,
            external: true,
          }))
        },
      },
    ],
  })
  const [bundle] = built.outputs
  if (!bundle) throw new Error(`${framework.name} was not bundled for Node.js`)
  const file = join(folder, `${framework.program}.mjs`)
  await Bun.write(file, bundle)
  return file
}

/** Peers are not dependencies: they are fetched for the run, those for Node.js once for all runs. */
async function installForNode(node: string): Promise<string> {
  const major = Number(/^v(\d+)/.exec(Bun.spawnSync([node, '--version']).stdout.toString())?.[1])
  const folder = resolve(import.meta.dir, `../../../node_modules/.cache/bench-peers-${major}`)
  const sqlite = major >= newest.fromNode ? newest.version : older
  const packages = [...frameworks.map((framework) => framework.package), `better-sqlite3@${sqlite}`]
  const installed = Bun.file(join(folder, 'installed.json'))
  if ((await installed.exists()) && Bun.deepEquals(await installed.json(), packages)) return folder
  const install = ['npm', 'install', '--prefix', folder, '--no-audit', '--no-fund', ...packages]
  const child = Bun.spawn(install, { stdout: 'ignore', stderr: 'inherit' })
  if ((await child.exited) !== 0) throw new Error(`${install.join(' ')} failed`)
  await Bun.write(installed, JSON.stringify(packages))
  return folder
}

/** The frameworks with better-sqlite3 over the portal's data, on Bun, and on Node.js where it is installed. */
export async function startPeers(dataDir: string): Promise<Peer[]> {
  const peers: Peer[] = []
  const node = Bun.which('node')
  if (!node) console.log('no Node.js here: peers are measured on Bun only')
  const folder = node && (await installForNode(node))
  for (const framework of frameworks) {
    const onBun = [process.execPath, '--install=fallback', programAt(framework.program), dataDir]
    peers.push({ ...(await start(onBun)), name: `${framework.name} on Bun` })
    if (!node || !folder) continue
    const onNode = [node, await bundleForNode(framework, folder), dataDir]
    peers.push({ ...(await start(onNode)), name: `${framework.name} on Node.js` })
  }
  return peers
}
