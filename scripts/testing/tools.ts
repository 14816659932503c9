import { existsSync } from 'node:fs'

/** A program that some tests need and npm does not provide. */
export type Tool = {
  name: string
  /** All Debian packages that the tests need for it, including merely recommended ones. */
  packages: string[]
  /** The path of the program if it can do what the tests need, or null. */
  find: () => string | null
}

const firstOf = (candidates: (string | null)[]): string | null =>
  candidates.find((path) => path !== null && existsSync(path)) ?? null

/** The program if it succeeds with these arguments and prints the expected text, or null. */
function tried(path: string | null, args: string[], said = /(?:)/): string | null {
  if (path === null) return null
  const { exitCode, stdout, stderr } = Bun.spawnSync([path, ...args], { stdin: 'ignore' })
  return exitCode === 0 && said.test(`${stdout}${stderr}`) ? path : null
}

export const chromium: Tool = {
  name: 'Chromium',
  // The same browser without its own window, which opens a page in half the time.
  packages: ['chromium-headless-shell'],
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

// An interpreter may come without the whole Python library.
const pythonModules = 'import email, imaplib, json, smtplib, ssl, zipfile'

export const python3: Tool = {
  name: 'Python 3',
  packages: ['python3'],
  find: () => tried(Bun.which('python3'), ['-c', pythonModules]),
}

/** Checks DKIM signatures; only Debian's own Python has the module. */
export const pythonDkim: Tool = {
  name: 'dkimpy',
  packages: ['python3-dkim'],
  find: () => tried(firstOf(['/usr/bin/python3']), ['-c', 'import dkim']),
}

export const qpdf: Tool = { name: 'qpdf', packages: ['qpdf'], find: () => Bun.which('qpdf') }

export const pdftotext: Tool = {
  name: 'pdftotext',
  packages: ['poppler-utils'],
  find: () => Bun.which('pdftotext'),
}

export const postfix: Tool = {
  name: 'Postfix',
  packages: ['postfix'],
  find: () => firstOf(['/usr/lib/postfix/sbin/master']),
}

/** Reads bar codes with code that is not the portal's. */
export const zbarimg: Tool = {
  name: 'zbarimg',
  packages: ['zbar-tools'],
  find: () => Bun.which('zbarimg'),
}

/** The four servers of OpenStack Swift, which speaks S3. */
export const swift: Tool[] = ['proxy', 'account', 'container', 'object'].map((part) => ({
  name: `Swift's ${part} server`,
  packages: [`swift-${part}`],
  find: () => Bun.which(`swift-${part}-server`),
}))

export const swaks: Tool = {
  name: 'swaks with TLS',
  packages: ['swaks', 'libnet-ssleay-perl'],
  find: () => tried(Bun.which('swaks'), ['--support'], /^=== TLS supported$/m),
}

export const unzip: Tool = { name: 'unzip', packages: ['unzip'], find: () => Bun.which('unzip') }

export const strace: Tool = { name: 'strace', packages: ['strace'], find: () => Bun.which('strace') }

export const nginx: Tool = {
  name: 'nginx',
  packages: ['nginx-light'],
  find: () => firstOf([Bun.which('nginx'), '/usr/sbin/nginx']),
}

export const bubblewrap: Tool = {
  name: 'bubblewrap',
  packages: ['bubblewrap'],
  find: () => Bun.which('bwrap'),
}

export const caddy: Tool = { name: 'Caddy', packages: ['caddy'], find: () => Bun.which('caddy') }

export const promtool: Tool = {
  name: 'promtool',
  packages: ['prometheus'],
  find: () => Bun.which('promtool'),
}

export const imagemagick: Tool = {
  name: 'ImageMagick',
  packages: ['imagemagick'],
  // Another program may be called `convert`.
  find: () => firstOf([Bun.which('magick'), Bun.which('convert-im6.q16')]),
}

export const exiftool: Tool = {
  name: 'ExifTool',
  packages: ['libimage-exiftool-perl'],
  find: () => Bun.which('exiftool'),
}

/** Generates the codes of an authenticator app. */
export const oathtool: Tool = {
  name: 'oathtool',
  packages: ['oathtool'],
  find: () => Bun.which('oathtool'),
}

export const dig: Tool = { name: 'dig', packages: ['bind9-dnsutils'], find: () => Bun.which('dig') }

export const delv: Tool = { name: 'delv', packages: ['bind9-dnsutils'], find: () => Bun.which('delv') }

/** Includes drill. */
export const ldns: Tool = {
  name: 'ldns-verify-zone',
  packages: ['ldnsutils'],
  find: () => Bun.which('ldns-verify-zone'),
}

export const checkzone: Tool = {
  name: 'named-checkzone',
  packages: ['bind9-utils'],
  find: () => firstOf([Bun.which('named-checkzone'), '/usr/sbin/named-checkzone']),
}

export const nsd: Tool = {
  name: 'NSD',
  packages: ['nsd'],
  find: () => firstOf([Bun.which('nsd'), '/usr/sbin/nsd']),
}

export const pdns: Tool = {
  name: 'PowerDNS',
  // Includes the server.
  packages: ['pdns-backend-sqlite3'],
  find: () =>
    [...new Bun.Glob('/usr/lib/*/pdns/libgsqlite3backend.so').scanSync({ cwd: '/' })].length > 0
      ? firstOf([Bun.which('pdns_server'), '/usr/sbin/pdns_server'])
      : null,
}

export const pebble: Tool = { name: 'Pebble', packages: ['pebble'], find: () => Bun.which('pebble') }

export const dovecot: Tool = {
  name: 'Dovecot',
  packages: ['dovecot-imapd'],
  find: () => firstOf(['/usr/sbin/dovecot']),
}

/** Includes `mariadb` and `mariadb-dump`. */
export const mariadb: Tool = {
  name: 'MariaDB',
  packages: ['mariadb-server'],
  find: () => firstOf([Bun.which('mariadbd'), '/usr/sbin/mariadbd']),
}

export const postgres15: Tool = {
  name: 'PostgreSQL 15',
  packages: ['postgresql-15'],
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
 * Installs missing tools when this is Debian and we are root; otherwise, or on failure, the tool stays missing and
 * `whyMissing` names the command.
 */
export async function installTools(tools: Tool[], write: (text: string) => void): Promise<void> {
  const packages = tools.filter((tool) => tool.find() === null).flatMap((tool) => tool.packages)
  if (packages.length === 0 || !canInstall()) return
  write(`Installing ${packages.join(', ')} with apt-get\n`)
  await aptGet(['update', '-qq'], write)
  const install = (names: string[]) =>
    aptGet(['install', '-y', '-qq', '--no-install-recommends', ...names], write)
  // All at once, so that installation triggers run once; one by one on failure, since a package that this release does not have
  // must not block the others.
  if (await install([...new Set(packages)])) return
  for (const name of packages) await install([name])
}

/** One sentence about the missing tools, with the command that installs them; undefined when there are none. */
export function whyMissing(tools: Tool[]): string | undefined {
  const missing = tools.filter((tool) => tool.find() === null)
  if (missing.length === 0) return undefined
  const names = missing.map((tool) => tool.name).join(' and ')
  return `needs ${names}; install with: ${installCommand(missing.flatMap((tool) => tool.packages))}`
}
