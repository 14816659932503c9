import { existsSync } from 'node:fs'

/** The files that a program sees besides the system's own libraries. */
export type View = { readable: string[]; writable: string[] }

/** How the web servers of services are isolated from the portal and from one another. */
export interface Isolation {
  readonly name: string
  /**
   * The command line that starts `command` within `view`: without network, without privileges, unable to see other processes. The
   * program becomes the only child of the started process.
   */
  wrap(command: readonly string[], view: View): string[]
}

const systemFolders = ['/usr', '/bin', '/lib', '/lib32', '/lib64', '/etc/ld.so.cache']

// The program is process 1 of its own namespace and runs as the user nobody.
const namespaces = [
  ...['--unshare-all', '--as-pid-1', '--new-session', '--cap-drop', 'ALL'],
  ...['--uid', '65534', '--gid', '65534', '--hostname', 'site'],
]

const bind = (how: '--bind' | '--ro-bind' | '--ro-bind-try', path: string): string[] => [how, path, path]

/**
 * The command that starts bubblewrap. It refuses to run with capabilities that it did not get by being setuid, and a portal that
 * may bind to port 53 by CAP_NET_BIND_SERVICE passes that one on, so setpriv (Debian's util-linux) drops them first.
 */
export function bubblewrapCommand(): string[] | null {
  const program = Bun.which('bwrap')
  if (program === null || !existsSync('/proc/self/task')) return null
  const setpriv = Bun.which('setpriv')
  return setpriv === null ? [program] : [setpriv, '--ambient-caps=-all', '--inh-caps=-all', program]
}

/** Isolation by bubblewrap (bwrap(1)): namespaces of the kernel, for root and for others alike where the system permits them. */
const bubblewrap = (start: readonly string[]): Isolation => ({
  name: 'bubblewrap',
  wrap: (command, { readable, writable }) => [
    ...start,
    ...namespaces,
    ...['--proc', '/proc', '--dev', '/dev'],
    ...systemFolders.flatMap((path) => bind('--ro-bind-try', path)),
    ...readable.flatMap((path) => bind('--ro-bind', path)),
    ...writable.flatMap((path) => bind('--bind', path)),
    ...['--chdir', '/', '--', ...command],
  ],
})

async function works(isolation: Isolation): Promise<boolean> {
  const child = Bun.spawn(isolation.wrap(['/usr/bin/env'], { readable: [], writable: [] }), {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  return (await child.exited) === 0
}

/** The isolation that works on this system, found by trying; null when there is none. */
export async function findIsolation(): Promise<Isolation | null> {
  const start = bubblewrapCommand()
  if (start === null) return null
  const isolation = bubblewrap(start)
  return (await works(isolation)) ? isolation : null
}
