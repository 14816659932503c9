import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { listen } from '#app/commands/serve.ts'
import { caddy, nginx, type Tool, whyMissing } from '../scripts/testing/tools.ts'
import { createTestApp, type TestApp } from './support/app.ts'
import { makeCertificate } from './support/certificate.ts'
import { makeTestFolder } from './support/folders.ts'
import { freePort } from './support/free-port.ts'
import { replaceParts, startCaddy, startNginx } from './support/proxies.ts'

const root = resolve(import.meta.dir, '..')
const read = (name: string) => Bun.file(join(root, 'deploy', name)).text()

/** Whether a program is installed; prints what is skipped without it. */
function has(tool: Tool, what: string): boolean {
  const missing = whyMissing([tool])
  if (missing) console.log(`${what} is not tested: ${missing}`)
  return missing === undefined
}

const run = async (command: string[]) => {
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, text: out + err }
}

const proxies = [
  { name: 'nginx', tool: nginx, file: 'nginx.conf', start: startNginx },
  { name: 'Caddy', tool: caddy, file: 'Caddyfile', start: startCaddy },
].filter(({ tool, file }) => has(tool, `deploy/${file}`))

describe.each(proxies)('behind $name, as deploy/$file has it, the portal', ({ name, tool, file, start }) => {
  let app: TestApp
  let listener: Awaited<ReturnType<typeof listen>>
  let proxy: Awaited<ReturnType<typeof start>>
  let origin: string
  let sites: ReturnType<typeof Bun.serve>
  let plainPort: number

  beforeAll(async () => {
    app = await createTestApp()
    listener = await listen({ HOST: '127.0.0.1', PORT: 'auto', TRUSTED_PROXIES: ['127.0.0.1'] }, app.portal)
    sites = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: ({ headers }) => new Response(`${headers.get('host')} ${headers.get('x-forwarded-proto')}`),
    })
    const folder = makeTestFolder()
    const made = makeCertificate('portal.example.com')
    const [cert, key] = [`${folder}/crt`, `${folder}/key`]
    await Promise.all([Bun.write(cert, made.cert), Bun.write(key, made.key)])
    const [tlsPort, httpPort] = [freePort(), freePort()]
    const behind = { portal: new URL(listener.url).host, sites: `127.0.0.1:${sites.port}` }
    proxy = await start(tool.find() ?? '', await read(file), { ...behind, tlsPort, httpPort, cert, key })
    origin = `https://127.0.0.1:${tlsPort}`
    plainPort = httpPort
  }, 300_000)
  afterAll(async () => {
    await proxy?.stop()
    await listener?.stop(true)
    await sites?.stop(true)
    await app?.close()
  })

  const send = (path: string, init: { body?: unknown; headers?: Record<string, string> } = {}) =>
    fetch(origin + path, {
      method: init.body === undefined ? 'GET' : 'POST',
      headers: {
        origin,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        ...init.headers,
      },
      ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
      tls: { rejectUnauthorized: false },
    })

  test('signs users in with cookies that are sent only over TLS', async () => {
    const person = await app.signUp()
    const answer = await send('/api/login', {
      body: { emailOrMobile: person.email, password: person.password },
    })
    expect(answer.status).toBe(200)
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toStartWith('__Host-sid=')
    expect(cookie).toContain('; Secure')
    expect(answer.headers.get('strict-transport-security')).not.toBeNull()
    const user = await send('/api/user', { headers: { cookie: cookie.split(';')[0] ?? '' } })
    expect(await user.json()).toMatchObject({ email: person.email })
  })

  // Caddy trusts no client that sends this header, and both ends are this machine.
  test.if(name === 'nginx')('sees the visitor’s address, not the proxy’s', async () => {
    const { email: emailOrMobile, password } = await app.signUp()
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    const login = await send('/api/login', { body: { emailOrMobile, password }, headers })
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const sessions = await (await send('/api/user/sessions', { headers: { cookie } })).json()
    expect(sessions).toContainEqual(expect.objectContaining({ address: '203.0.113.9', isCurrent: true }))
  })

  test('refuses cross-site requests', async () => {
    const answer = await send('/api/logout', { body: {}, headers: { origin: 'https://evil.example' } })
    expect(await answer.json()).toMatchObject({ code: 'CROSS_SITE' })
  })

  test('enforces its own body limit', async () => {
    const answer = await send('/api/login', { body: { password: 'x'.repeat(2_000_000) } })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, 'TOO_LARGE'])
  })

  test('streams changes as they happen', async () => {
    const person = await app.signUp()
    const login = await send('/api/login', {
      body: { emailOrMobile: person.email, password: person.password },
    })
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const answer = await send('/api/events', { headers: { cookie } })
    const reader = answer.body?.getReader()
    const first = await reader?.read()
    expect(Buffer.from(first?.value ?? []).toString()).toContain('connected')
    await reader?.cancel()
  })

  const askPlainly = (host: string) =>
    fetch(`http://127.0.0.1:${plainPort}/a?b`, { headers: { host }, redirect: 'manual' })

  test('passes every other host name to the customers’ sites', async () => {
    const answer = await askPlainly('shop.example.org')
    expect(await answer.text()).toBe('shop.example.org http')
  })

  // Caddy redirects automatically, but on ports that a test cannot use.
  test.if(name === 'nginx')('is reachable only over TLS', async () => {
    const { status, headers } = await askPlainly('portal.example.com')
    expect([status, headers.get('location')]).toEqual([308, 'https://portal.example.com/a?b'])
  })
})

const systemd: Tool = { name: 'systemd', packages: ['systemd'], find: () => Bun.which('systemd-analyze') }

test.if(has(systemd, 'deploy/portal.service'))('systemd accepts deploy/portal.service', async () => {
  const unit = replaceParts(await read('portal.service'), { '/usr/local/bin/portal': process.execPath })
  const path = join(makeTestFolder(), 'portal.service')
  await Bun.write(path, unit)
  expect(await run([systemd.find() ?? '', 'verify', path])).toEqual({ code: 0, text: '' })
})

describe('deploy/Containerfile', () => {
  test('copies existing files, and builds with the Bun version that the project pins', async () => {
    const text = await read('Containerfile')
    const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    )
    expect(copied.length).toBeGreaterThan(4)
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const manifest = await Bun.file(join(root, 'package.json')).json()
    expect(text).toContain(`oven/bun:${manifest.devDependencies.bun}-debian`)
    for (const [, script = ''] of text.matchAll(/bun run (\w+)/g))
      expect(manifest.scripts).toHaveProperty(script)
  })

  test('copies every folder that the build imports', async () => {
    const text = await read('Containerfile')
    for (const folder of ['db', 'public', 'scripts', 'src'])
      expect(text).toContain(`COPY ${folder} ${folder}`)
  })
})
