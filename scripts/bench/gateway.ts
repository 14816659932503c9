import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerDriver } from '#features/hosting/drivers/driver.ts'
import { createNginxDriver, findNginx } from '#features/hosting/drivers/nginx.ts'
import { largeBytes, largeFile, openSiteHost, requestMany, type SiteHost } from './support/customer-site.ts'
import { inFolder } from './support/measure.ts'

// `bun run bench gateway`: a site through the gateway and through nginx, compared with its own socket; without and with TLS. Each
// is a process of its own.

const small = 6_000
const large = 60
const rounds = 5

type Request = () => Promise<globalThis.Response>

/** The best of a few alternating rounds each, with its ratio to the first. */
async function print(
  name: string,
  requests: number,
  ways: Record<string, Request>,
  write: (perSecond: number) => string,
) {
  const best = new Map<string, number>()
  for (let round = 0; round < rounds; round += 1) {
    for (const [way, ask] of Object.entries(ways)) {
      const started = performance.now()
      await requestMany(requests, ask)
      const perSecond = (requests * 1_000) / (performance.now() - started)
      best.set(way, Math.max(best.get(way) ?? 0, perSecond))
    }
  }
  const [first = 0] = best.values()
  const said = [...best].map(([way, most]) => `${way} ${write(most)} (${(most / first).toFixed(2)})`)
  console.log(`${name}: ${said.join(', ')}`)
}

/** An nginx with a single process in front of a socket, on two free ports; null when it is not installed. */
async function startProxy(dataDir: string, socketPath: string) {
  const program = findNginx()
  if (program === null) return null
  const folder = await mkdtemp(join(dataDir, 'proxy-'))
  const free = [1, 2].map(() => Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } }))
  const [port, tlsPort] = free.map((listener) => listener.port)
  for (const listener of free) listener.stop(true)
  const certificate = join(dataDir, 'certificates', 'localhost')
  const config = `daemon off;
master_process off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  upstream site { server unix:${socketPath}; keepalive 64; }
  keepalive_requests 1000000;
  server {
    listen 127.0.0.1:${port};
    listen 127.0.0.1:${tlsPort} ssl;
    ssl_certificate ${certificate}.crt;
    ssl_certificate_key ${certificate}.key;
    location / {
      proxy_pass http://site;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_max_temp_file_size 0;
    }
  }
}
`
  await writeFile(join(folder, 'nginx.conf'), config)
  const child = Bun.spawn([program, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  while (child.exitCode === null && !(await fetch(url).catch(() => null))) await Bun.sleep(20)
  return { url, tlsUrl: `https://localhost:${tlsPort}`, stop: () => child.kill() }
}

async function compare(name: string, { place, open }: SiteHost, driver: ServerDriver) {
  const site = await open(driver)
  const proxy = await startProxy(place.dataDir, site.socketPath)
  const tls = { rejectUnauthorized: false }
  const ways = (path: string): Record<string, Request> => ({
    direct: () => site.direct(path),
    gateway: () => site.gateway(path),
    ...(proxy && { nginx: () => fetch(`${proxy.url}/${path}`) }),
    'gateway TLS': () => site.gatewayTls(path),
    ...(proxy && { 'nginx TLS': () => fetch(`${proxy.tlsUrl}/${path}`, { tls }) }),
  })
  await print(`${name}: pages`, small, ways(''), (perSecond) => `${Math.round(perSecond)}/s`)
  await print(
    `${name}: 5 MB files`,
    large,
    ways(largeFile),
    (perSecond) => `${Math.round((perSecond * largeBytes) / 1e6)} MB/s`,
  )
  proxy?.stop()
  await site.stop()
}

await inFolder(async (dataDir) => {
  const host = await openSiteHost(dataDir)
  try {
    await compare('site ', host, host.builtIn)
    if (findNginx() !== null) await compare('nginx', host, createNginxDriver(host.place))
  } finally {
    await host.close()
  }
})
