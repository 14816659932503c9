import { join, resolve } from 'node:path'
import { type BunPlugin, Glob } from 'bun'
import { listFiles } from '#server/http/static.ts'
import { buildRelease } from './client.ts'

const root = resolve(import.meta.dir, '../..')
const placeholder = /src\/server\/embedded\.ts$/

/** What the program runs as processes of their own, each as one script. */
type Scripts = { siteServer: string; gateway: string; photo: string }

/** The module that stands in for src/server/embedded.ts: every built file by its address, as a path inside the program, and the scripts. */
function embeddingModule(files: ReadonlyMap<string, string>, scripts: Scripts): string {
  const entries = [...files].map(([address, path], i) => ({ address, path, name: `file${i}` }))
  const imports = entries.map(
    ({ name, path }) => `import ${name} from ${JSON.stringify(path)} with { type: 'file' }`,
  )
  const rows = entries.map(({ address, name }) => `[${JSON.stringify(address)}, ${name}]`)
  const constants = [
    `export const embeddedFiles = new Map([${rows.join(', ')}])`,
    `export const embeddedSiteServer = ${JSON.stringify(scripts.siteServer)}`,
    `export const embeddedGateway = ${JSON.stringify(scripts.gateway)}`,
    `export const embeddedPhotoProgram = ${JSON.stringify(scripts.photo)}`,
  ]
  return [...imports, ...constants, ''].join('\n')
}

/** A command of the server as one script. */
async function bundleCommand(path: string): Promise<string> {
  const entry = join(root, 'src/features', path)
  const { outputs } = await Bun.build({ entrypoints: [entry], root, target: 'bun', minify: true })
  const [script] = outputs
  if (!script) throw new Error(`${entry} was not bundled`)
  return script.text()
}

const embedding = (files: ReadonlyMap<string, string>, scripts: Scripts): BunPlugin => ({
  name: 'embed-client',
  setup(build) {
    build.onLoad({ filter: placeholder }, () => ({
      contents: embeddingModule(files, scripts),
      loader: 'ts',
    }))
  },
})

/** The files that run in threads of their own, by their names. */
const listThreads = (): string[] => [
  ...new Glob('{db,src}/**/*-thread.ts').scanSync({ cwd: root, absolute: true }),
]

/** Makes the program at `outfile`: the server, the browser's half and the migrations of both engines. @throws AggregateError of the bundler */
export async function compile(outfile: string): Promise<void> {
  await buildRelease()
  const scripts = {
    siteServer: await bundleCommand('hosting/programs/site-server.ts'),
    gateway: await bundleCommand('hosting/programs/gateway.ts'),
    photo: await bundleCommand('profile/programs/photo.ts'),
  }
  await Bun.build({
    entrypoints: [join(root, 'src/app/main.ts'), ...listThreads()],
    root,
    target: 'bun',
    compile: { outfile },
    minify: { syntax: true, whitespace: true, identifiers: false },
    bytecode: true,
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    plugins: [embedding(await listFiles(join(root, 'dist/client')), scripts)],
  })
}
