import { existsSync } from 'node:fs'

/** A program that a part of the tests needs and npm does not bring. */
export type Tool = {
  name: string
  debianPackage: string
  /** Path of the program, or null. */
  find: () => string | null
}

const firstOf = (candidates: (string | null)[]): string | null =>
  candidates.find((path) => path !== null && existsSync(path)) ?? null

export const chromium: Tool = {
  name: 'Chromium',
  // The same browser without its own window, which takes half the time to open a page.
  debianPackage: 'chromium-headless-shell',
  find: () =>
    firstOf(
      [
        'chromium-headless-shell',
        'chromium',
        'chromium-browser',
        'google-chrome-stable',
        'google-chrome',
      ].map((name) => Bun.which(name)),
    ),
}

export const python3: Tool = { name: 'Python 3', debianPackage: 'python3', find: () => Bun.which('python3') }

export const swaks: Tool = { name: 'swaks', debianPackage: 'swaks', find: () => Bun.which('swaks') }

/** What swaks needs for TLS; its package only recommends it. */
export const perlTls: Tool = {
  name: 'Net::SSLeay',
  debianPackage: 'libnet-ssleay-perl',
  find: () => firstOf([...new Bun.Glob('/usr/lib/*/perl5/*/Net/SSLeay.pm').scanSync({ cwd: '/' })]),
}

export const unzip: Tool = { name: 'unzip', debianPackage: 'unzip', find: () => Bun.which('unzip') }

export const qpdf: Tool = { name: 'qpdf', debianPackage: 'qpdf', find: () => Bun.which('qpdf') }

export const pdftotext: Tool = {
  name: 'pdftotext',
  debianPackage: 'poppler-utils',
  find: () => Bun.which('pdftotext'),
}

/** The four servers of OpenStack Swift, which speaks S3. */
export const swift: Tool[] = ['proxy', 'account', 'container', 'object'].map((part) => ({
  name: `Swift's ${part} server`,
  debianPackage: `swift-${part}`,
  find: () => Bun.which(`swift-${part}-server`),
}))

export const strace: Tool = { name: 'strace', debianPackage: 'strace', find: () => Bun.which('strace') }

export const nginx: Tool = {
  name: 'nginx',
  debianPackage: 'nginx-light',
  find: () => firstOf([Bun.which('nginx'), '/usr/sbin/nginx']),
}

export const bubblewrap: Tool = {
  name: 'bubblewrap',
  debianPackage: 'bubblewrap',
  find: () => Bun.which('bwrap'),
}

export const caddy: Tool = { name: 'Caddy', debianPackage: 'caddy', find: () => Bun.which('caddy') }

export const promtool: Tool = {
  name: 'promtool',
  debianPackage: 'prometheus',
  find: () => Bun.which('promtool'),
}

/** Makes the codes that an authenticator app shows. */
export const oathtool: Tool = {
  name: 'oathtool',
  debianPackage: 'oathtool',
  find: () => Bun.which('oathtool'),
}

export const dig: Tool = { name: 'dig', debianPackage: 'bind9-dnsutils', find: () => Bun.which('dig') }

export const delv: Tool = { name: 'delv', debianPackage: 'bind9-dnsutils', find: () => Bun.which('delv') }

/** With it comes drill. */
export const ldns: Tool = {
  name: 'ldns-verify-zone',
  debianPackage: 'ldnsutils',
  find: () => Bun.which('ldns-verify-zone'),
}

export const checkzone: Tool = {
  name: 'named-checkzone',
  debianPackage: 'bind9-utils',
  find: () => firstOf([Bun.which('named-checkzone'), '/usr/sbin/named-checkzone']),
}

export const nsd: Tool = {
  name: 'NSD',
  debianPackage: 'nsd',
  find: () => firstOf([Bun.which('nsd'), '/usr/sbin/nsd']),
}

export const pdns: Tool = {
  name: 'PowerDNS',
  // Brings the server with it.
  debianPackage: 'pdns-backend-sqlite3',
  find: () =>
    [...new Bun.Glob('/usr/lib/*/pdns/libgsqlite3backend.so').scanSync({ cwd: '/' })].length > 0
      ? firstOf([Bun.which('pdns_server'), '/usr/sbin/pdns_server'])
      : null,
}

export const pebble: Tool = { name: 'Pebble', debianPackage: 'pebble', find: () => Bun.which('pebble') }

export const dovecot: Tool = {
  name: 'Dovecot',
  debianPackage: 'dovecot-imapd',
  find: () => firstOf(['/usr/sbin/dovecot']),
}

/** With it comes `smtp-source`, which sends messages as fast as they are taken. */
export const postfix: Tool = {
  name: 'Postfix',
  debianPackage: 'postfix',
  find: () => firstOf(['/usr/lib/postfix/sbin/master']),
}

/** With it come `mariadb` and `mariadb-dump`. */
export const mariadb: Tool = {
  name: 'MariaDB',
  debianPackage: 'mariadb-server',
  find: () => firstOf([Bun.which('mariadbd'), '/usr/sbin/mariadbd']),
}

export const postgres15: Tool = {
  name: 'PostgreSQL 15',
  debianPackage: 'postgresql-15',
  find: () => firstOf(['/usr/lib/postgresql/15/bin/postgres']),
}

const installCommand = (packages: string[]): string =>
  `apt-get install -y --no-install-recommends ${packages.join(' ')}`

const canInstall = (): boolean =>
  process.getuid?.() === 0 && existsSync('/etc/debian_version') && Bun.which('apt-get') !== null

async function aptGet(args: string[], write: (text: string) => void): Promise<boolean> {
  const child = Bun.spawn(['apt-get', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const isDone = (await child.exited) === 0
  if (!isDone) write(`apt-get ${args.join(' ')} failed:\n${out}${err}`)
  return isDone
}

/**
 * Installs what is missing when this is Debian and we are root; elsewhere, or when that fails, the tool
 * stays missing and `whyMissing` names the command.
 */
export async function installTools(tools: Tool[], write: (text: string) => void): Promise<void> {
  const packages = tools.filter((tool) => tool.find() === null).map((tool) => tool.debianPackage)
  if (packages.length === 0 || !canInstall()) return
  write(`Installing ${packages.join(', ')} with apt-get\n`)
  await aptGet(['update', '-qq'], write)
  const install = (names: string[]) =>
    aptGet(['install', '-y', '-qq', '--no-install-recommends', ...names], write)
  // All at once, which runs what follows each installation once; one by one when that fails, since a package that this
  // release does not have must not keep the others away.
  if (await install([...new Set(packages)])) return
  for (const name of packages) await install([name])
}

/** One sentence about the tools that are not here, with the command that installs them; undefined when all are. */
export function whyMissing(tools: Tool[]): string | undefined {
  const missing = tools.filter((tool) => tool.find() === null)
  if (missing.length === 0) return undefined
  const names = missing.map((tool) => tool.name).join(' and ')
  return `needs ${names}; install with: ${installCommand(missing.map((tool) => tool.debianPackage))}`
}
