import { existsSync } from 'node:fs'

const readable = ['/usr', '/bin', '/lib', '/lib32', '/lib64', '/etc/ld.so.cache', '/etc/alternatives']

let works: Promise<boolean> | null = null

const wrap = (program: string, command: readonly string[]): string[] => [
  program,
  ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
  ...['--uid', '65534', '--gid', '65534', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
  ...readable.flatMap((path) => ['--ro-bind-try', path, path]),
  ...['--chdir', '/', '--', ...command],
]

async function tries(program: string): Promise<boolean> {
  const child = Bun.spawn(wrap(program, ['/usr/bin/env']), {
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
  const program = Bun.which('bwrap')
  if (program === null || !existsSync('/proc/self/task')) return [...command]
  works ??= tries(program)
  return (await works) ? wrap(program, command) : [...command]
}
