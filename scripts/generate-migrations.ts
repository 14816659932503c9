import { readdirSync } from 'node:fs'
import { join } from 'node:path'

// `bun run db:generate [name]`: migrations of both engines from the schema, and the module that embeds them.

const engines = ['sqlite', 'postgres'] as const
const root = join(import.meta.dir, '..')
const folder = join(root, 'db')
const [name = 'change'] = process.argv.slice(2)

/** The text of db/migrations/migrations.ts: the files under db/migrations as imports a bundler can inline. */
function migrationsModule(): string {
  const list = (engine: string) =>
    readdirSync(join(folder, 'migrations', engine))
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map((file) => ({ file, id: file.slice(0, -4), constant: `${engine}${file.slice(0, 4)}` }))
  const imports = engines.flatMap((engine) =>
    list(engine).map(
      ({ file, constant }) => `import ${constant} from './${engine}/${file}' with { type: 'text' }`,
    ),
  )
  const entries = engines.map(
    (engine) =>
      `  ${engine}: [\n${list(engine)
        .map(({ id, constant }) => `    { id: '${id}', sql: ${constant} },\n`)
        .join('')}  ],\n`,
  )
  return `// Written by \`bun run db:generate\`.\n${imports.sort().join('\n')}\n
export type Migration = { readonly id: string; readonly sql: string }

export const migrations: Record<'sqlite' | 'postgres', readonly Migration[]> = {\n${entries.join('')}}\n`
}

for (const engine of engines) {
  const kit = Bun.spawnSync(['bunx', '--bun', 'drizzle-kit', 'generate', '--name', name], {
    cwd: root,
    env: { ...process.env, STORE: engine },
    stdout: 'inherit',
    stderr: 'inherit',
  })
  if (!kit.success) process.exit(1)
}
await Bun.write(join(folder, 'migrations', 'migrations.ts'), migrationsModule())
Bun.spawnSync(['bunx', 'biome', 'format', '--write', 'db/migrations/migrations.ts'], { cwd: root })
