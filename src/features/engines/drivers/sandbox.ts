import { bubblewrapCommand } from '#server/system/programs/isolation.ts'

const readable = ['/usr', '/bin', '/lib', '/lib32', '/lib64', '/etc/ld.so.cache', '/etc/alternatives']

let works: Promise<boolean> | null = null

const wrap = (start: readonly string[], command: readonly string[]): string[] => [
  ...start,
  ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
  ...['--uid', '65534', '--gid', '65534', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
  ...readable.flatMap((path) => ['--ro-bind-try', path, path]),
  ...['--chdir', '/', '--', ...command],
]

async function tries(start: readonly string[]): Promise<boolean> {
  const child = Bun.spawn(wrap(start, ['/usr/bin/env']), {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  return (await child.exited) === 0
}

/**
 * The command line for a program that reads customers' data: as nobody, without network, and with only the system's own files, if
 * bubblewrap (bwrap(1)) is installed and permitted; otherwise unchanged.
 */
export async function wrapInSandbox(command: readonly string[]): Promise<string[]> {
  const start = bubblewrapCommand()
  if (start === null) return [...command]
  works ??= tries(start)
  return (await works) ? wrap(start, command) : [...command]
}
