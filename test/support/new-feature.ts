import { cp, mkdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeTestFolder } from './folders.ts'

const root = resolve(import.meta.dir, '../..')
const fixture = resolve(import.meta.dir, '../fixtures/new-feature')

const copied = [
  'src',
  'db',
  'public',
  'scripts',
  'package.json',
  'bun.lock',
  'tsconfig.json',
  'drizzle.config.ts',
]

/** The two lists that a feature is entered in, each with the import that it takes there. */
const lists = {
  'src/app/features.ts': "import { notes } from '#features/notes/feature.ts'",
  'src/app/web/features.ts': "import { notes } from '#features/notes/web/feature.ts'",
} as const

export type List = keyof typeof lists

/** Sources that know a feature `notes`, which this repository does not have. */
export type FeatureTree = {
  root: string
  /** Runs a script, or a program of the packages, to its end; its exit code, and all that it said. */
  run(command: string[]): Promise<{ code: number; text: string }>
  /** The sources without its line in one of the lists. */
  leaveOut(list: List): Promise<void>
  putBack(list: List): Promise<void>
}

/** @throws Error when there is no such place in the file */
async function change(path: string, from: string, to: string): Promise<void> {
  const text = await Bun.file(path).text()
  if (text.split(from).length !== 2) throw new Error(`${path} has not one ${JSON.stringify(from)}`)
  // Nothing in a new text stands for a part of the old one.
  await Bun.write(
    path,
    text.replace(from, () => to),
  )
}

const enter = (at: string, list: List): Promise<void> =>
  change(join(at, list), '] as const', `  notes,\n] as const\n${lists[list]}`)

async function run(at: string, command: string[]): Promise<{ code: number; text: string }> {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
  const child = Bun.spawn(command, {
    cwd: at,
    env: { ...process.env, PATH: path, NODE_ENV: 'production' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, text: out + err }
}

/** Makes it as a developer would: the folder, the schema with its migrations, a line in each list; and builds its browser side if it is needed. */
export async function makeFeatureTree({ isBuilt }: { isBuilt: boolean }): Promise<FeatureTree> {
  const at = makeTestFolder()
  const isWanted = (path: string) => !/\.test\.tsx?$/.test(path)
  await Promise.all([
    ...copied.map((name) => cp(join(root, name), join(at, name), { recursive: true, filter: isWanted })),
    symlink(join(root, 'node_modules'), join(at, 'node_modules')),
  ])
  for await (const path of new Bun.Glob('**/*.txt').scan(fixture)) {
    const target = join(at, path.slice(0, -'.txt'.length))
    await mkdir(join(target, '..'), { recursive: true })
    await Bun.write(target, Bun.file(join(fixture, path)))
  }
  const schema = join(at, 'db/schema/schema.ts')
  await change(
    schema,
    '    ...supportTables(k),\n',
    '    ...supportTables(k),\n    ...noteTables(k, base),\n',
  )
  await change(
    schema,
    "from './business/support.ts'\n",
    "from './business/support.ts'\nimport { noteTables } from './notes.ts'\n",
  )
  for (const list of Object.keys(lists) as List[]) await enter(at, list)
  const build =
    "import { buildClient } from './scripts/build/client.ts'; await buildClient({ minify: false, outdir: 'dist/client' })"
  await Promise.all(
    [['scripts/generate-migrations.ts', 'notes'], ...(isBuilt ? [['-e', build]] : [])].map(
      async (command) => {
        const { code, text } = await run(at, [process.execPath, ...command])
        if (code !== 0) throw new Error(text)
      },
    ),
  )
  return {
    root: at,
    run: (command) => run(at, command),
    leaveOut: (list) => change(join(at, list), `  notes,\n] as const\n${lists[list]}`, '] as const'),
    putBack: (list) => enter(at, list),
  }
}
