import { expect, test } from 'bun:test'
import { createHash, X509Certificate } from 'node:crypto'
import { connect } from 'node:tls'
import { launchBrowser } from '../support/browser.ts'
import { until } from '../support/portal.ts'
import { domainOf, leadsTo, makeDomain, plainPort, prepare, tlsPort } from './domains-serving-steps.ts'

prepare()

/** The hash that makes Chromium trust the key of a host’s certificate; null without a certificate. */
async function keyHashOf(host: string): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<Buffer | null>()
  const to = { host: '127.0.0.1', port: tlsPort, servername: host, rejectUnauthorized: false }
  const socket = connect(to, () => {
    resolve(socket.getPeerCertificate().raw)
    socket.destroy()
  })
  socket.on('error', () => resolve(null))
  const raw = await promise
  const key = raw && new X509Certificate(raw).publicKey.export({ type: 'spki', format: 'der' })
  return key && createHash('sha256').update(key).digest('base64')
}

test('a browser uses HTTPS automatically while HSTS is on, and HTTP again once it is off', async () => {
  const { person, domain } = await makeDomain()
  const { id, name } = domain
  const set = (json: object) => person.call(`/api/domains/${id}/serving`, json, 'PUT')
  await person.call(`/api/domains/${id}/ssl`, { enable: true })
  await until(async () => (await domainOf(person))?.ssl)
  await set({ hsts: true })
  const hash = await until(() => keyHashOf(name))
  const browser = await launchBrowser([
    `--host-resolver-rules=MAP *:80 127.0.0.1:${plainPort},MAP *:443 127.0.0.1:${tlsPort}`,
    `--ignore-certificate-errors-spki-list=${hash}`,
  ])
  const page = await browser.newPage()
  /** The status of the redirect to HTTPS: 308 is the gateway’s, 307 the browser’s own. */
  const statusOfRedirect = async () => {
    const answer = await page.goto(`http://${name}/`)
    expect(page.url()).toBe(`https://${name}/`)
    return (await answer?.request().redirectedFrom()?.response())?.status()
  }
  await leadsTo(name, `https://${name}:${tlsPort}/`)
  await until(async () => (await statusOfRedirect()) === 307)
  await set({ hsts: false })
  await until(async () => (await statusOfRedirect()) === 308)
  await browser.close()
})
