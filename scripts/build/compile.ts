import { rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type BuildConfig, type BunPlugin, Glob } from 'bun'
import { listFiles } from '#server/http/static.ts'
import { buildRelease } from './client.ts'
import { buildInfoName, type ServerBuildInfo, serverFolder } from './fresh-server.ts'

const root = resolve(import.meta.dir, '../..')
const placeholder = /src\/server\/embedded\.ts$/

/** The programs that run as processes of their own, each as one script. */
type Scripts = { siteServer: string; gateway: string; photo: string }

const constants = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${value}\n`)
    .join('')

const textsOf = ({ siteServer, gateway, photo }: Scripts) => ({
  embeddedSiteServer: JSON.stringify(siteServer),
  embeddedGateway: JSON.stringify(gateway),
  embeddedPhotoProgram: JSON.stringify(photo),
})

/**
 * The module that replaces src/server/embedded.ts in the one-file build: every built file by URL, as a path inside the program,
 * and the scripts.
 */
function embeddingModule(files: ReadonlyMap<string, string>, scripts: Scripts): string {
  const entries = [...files].map(([address, path], i) => ({ address, path, name: `file${i}` }))
  const imports = entries.map(
    ({ name, path }) => `import ${name} from ${JSON.stringify(path)} with { type: 'file' }\n`,
  )
  const rows = entries.map(({ address, name }) => `[${JSON.stringify(address)}, ${name}]`)
  const embeddedFiles = `new Map([${rows.join(', ')}])`
  return imports.join('') + constants({ embeddedFiles, ...textsOf(scripts) })
}

/** A server command as one script. */
async function bundleCommand(path: string): Promise<string> {
  const entry = join(root, 'src/features', path)
  const { outputs } = await Bun.build({ entrypoints: [entry], root, target: 'bun', minify: true })
  const [script] = outputs
  if (!script) throw new Error(`${entry} was not bundled`)
  return script.text()
}

const standingIn = (contents: string): BunPlugin => ({
  name: 'embed-client',
  setup(build) {
    build.onLoad({ filter: placeholder }, () => ({ contents, loader: 'ts' }))
  },
})

/** The files that run in threads of their own, by name. */
const listThreads = (): string[] => [
  ...new Glob('{db,src}/**/*-thread.ts').scanSync({ cwd: root, absolute: true }),
]

const bundleScripts = async (): Promise<Scripts> => ({
  siteServer: await bundleCommand('hosting/programs/site-server.ts'),
  gateway: await bundleCommand('hosting/programs/gateway.ts'),
  photo: await bundleCommand('profile/programs/photo.ts'),
})

const entry = 'src/app/main.ts'

/** The server as bytecode: parsing it would take Bun half of the start-up time. */
const serverOf = (module: string): Omit<BuildConfig, 'entrypoints' | 'outdir' | 'compile'> => ({
  root,
  target: 'bun',
  minify: { syntax: true, whitespace: true, identifiers: false },
  bytecode: true,
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  plugins: [standingIn(module)],
})

/**
 * Builds the program at `outfile`: the server, the browser side and the migrations of both engines. @throws AggregateError of the
 * bundler
 */
export async function compile(outfile: string): Promise<void> {
  await buildRelease()
  const module = embeddingModule(await listFiles(join(root, 'dist/client')), await bundleScripts())
  const entrypoints = [join(root, entry), ...listThreads()]
  await Bun.build({ ...serverOf(module), entrypoints, compile: { outfile } })
}

/**
 * Builds the server for `bun run start`, in `dist/server`. It belongs to this checkout at this path: it reads the rest from the
 * sources. @throws AggregateError of the bundler
 */
export async function buildServer(): Promise<void> {
  const note: ServerBuildInfo = { builtAt: Date.now(), root }
  await buildRelease()
  const draft = `${serverFolder}.${process.pid}`
  const module = constants({ embeddedFiles: 'null', ...textsOf(await bundleScripts()) })
  try {
    await Bun.build({
      ...serverOf(module),
      entrypoints: [join(root, entry)],
      outdir: draft,
      // The final location of the files that it reads.
      publicPath: `${serverFolder}/`,
      format: 'cjs',
    })
    await Bun.write(join(draft, buildInfoName), JSON.stringify(note))
    await rm(serverFolder, { recursive: true, force: true })
    await rename(draft, serverFolder)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
