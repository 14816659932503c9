import { connect } from 'node:net'
import { join } from 'node:path'
import { makeTestFolder } from './folders.ts'
import { until } from './until.ts'

/** The listening port of a proxy, and its upstreams. */
export type Places = {
  tlsPort: number
  httpPort: number
  /** Host and port of the portal, and of the gateway to sites. */
  portal: string
  sites: string
  /** Paths of a certificate and its key. */
  cert: string
  key: string
}

/** A text with each part replaced. @throws Error when it does not contain a part */
export const replaceParts = (text: string, parts: Record<string, string>): string =>
  Object.entries(parts).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`${from} is not in the file`)
    return changed.replaceAll(from, to)
  }, text)

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })

/** Runs a proxy until `stop`. @throws Error with its output when it ends */
async function run(command: string[], { folder, port }: { folder: string; port: number }) {
  const log = join(folder, 'log')
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder }
  const child = Bun.spawn(command, { env, stdout: Bun.file(log), stderr: Bun.file(log) })
  await until('the proxy', async () => child.exitCode !== null || isListening(port))
  if (child.exitCode !== null) throw new Error(await Bun.file(log).text())
  return {
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

const nginxConfig = (folder: string) => `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include ${folder}/site.conf;
}
`

/** Debian's nginx with the servers of `text`, on other ports; over IPv4 alone, since some machines have no IPv6. */
export async function startNginx(program: string, text: string, places: Places) {
  const folder = makeTestFolder()
  const site = replaceParts(text.replaceAll(/^ *listen \[::\].*\n/gm, ''), {
    '127.0.0.1:3000': places.portal,
    '127.0.0.1:3080': places.sites,
    'listen 443 ': `listen 127.0.0.1:${places.tlsPort} `,
    'listen 80': `listen 127.0.0.1:${places.httpPort}`,
    '/etc/ssl/certs/portal.crt': places.cert,
    '/etc/ssl/private/portal.key': places.key,
  })
  await Bun.write(`${folder}/site.conf`, site)
  await Bun.write(`${folder}/main.conf`, nginxConfig(folder))
  return run([program, '-p', folder, '-c', `${folder}/main.conf`], { folder, port: places.tlsPort })
}

/** Caddy with the sites of `text`, on other ports; it has a certificate, so that it requests none. */
export async function startCaddy(program: string, text: string, places: Places) {
  const folder = makeTestFolder()
  const sites = replaceParts(text, {
    '127.0.0.1:3000': places.portal,
    '127.0.0.1:3080': places.sites,
    'portal.example.com {': `https://127.0.0.1:${places.tlsPort} {\n\ttls ${places.cert} ${places.key}`,
    'http:// {': `http://:${places.httpPort} {`,
  })
  const path = `${folder}/Caddyfile`
  await Bun.write(
    path,
    `{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n}\n${sites}`,
  )
  return run([program, 'run', '--adapter', 'caddyfile', '--config', path], { folder, port: places.tlsPort })
}
