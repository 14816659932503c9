import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pebble } from '../../scripts/testing/tools.ts'
import { makeCertificate } from './certificate.ts'
import { makeTestFolder } from './folders.ts'
import { freePort } from './free-port.ts'
import { required } from './required.ts'
import { until } from './until.ts'

/** Whether tests that need Pebble can run; they must where REQUIRE_DRIVERS names it. */
export const hasPebble = pebble.find() !== null || required.includes('pebble')
if (!hasPebble) console.log('tests with an ACME CA are skipped: apt-get install pebble')

/** Seconds: 90 days. */
const certificateValidityPeriod = 7_776_000

/** The addresses of its DNS resolver and of the sites it validates, and the percentage of good nonces it refuses. */
type World = { dnsPort: number; sitesPort: number; refusedNonces?: number }

export type Pebble = Awaited<ReturnType<typeof preparePebble>>

/** Debian's Pebble, an ACME CA for tests, on ports of loopback that stay the same after a restart. */
export async function preparePebble() {
  const folder = makeTestFolder()
  const [port, managementPort] = [freePort(), freePort()]
  const fileOf = (name: string) => join(folder, name)
  const [caFile, keyFile, configFile] = [fileOf('ca.pem'), fileOf('key.pem'), fileOf('pebble.json')]
  const logFile = fileOf('pebble.log')
  const { cert, key } = makeCertificate('localhost')
  await Promise.all([Bun.write(caFile, cert), Bun.write(keyFile, key)])
  const ask = (url: string) => fetch(url, { tls: { ca: cert } })
  const manage = (path: string) => ask(`https://localhost:${managementPort}${path}`)
  const directoryUrl = `https://localhost:${port}/dir`
  let child: ReturnType<typeof Bun.spawn> | null = null
  const stop = async () => {
    child?.kill('SIGKILL')
    await child?.exited
    child = null
  }
  return {
    port,
    directoryUrl,
    caFile,
    ca: { cert, key },
    /** A stop erases its state. */
    stop,
    async start({ dnsPort, sitesPort, refusedNonces = 0 }: World) {
      const places = {
        listenAddress: `127.0.0.1:${port}`,
        managementListenAddress: `127.0.0.1:${managementPort}`,
      }
      const files = { certificate: caFile, privateKey: keyFile }
      const config = {
        ...places,
        ...files,
        httpPort: sitesPort,
        tlsPort: sitesPort,
        certificateValidityPeriod,
      }
      await Bun.write(configFile, JSON.stringify({ pebble: config }))
      const env = {
        PATH: Bun.env.PATH ?? '',
        PEBBLE_VA_NOSLEEP: '1',
        PEBBLE_AUTHZREUSE: '0',
        PEBBLE_WFE_NONCEREJECT: String(refusedNonces),
      }
      const command = [pebble.find() ?? 'pebble', '-config', configFile, '-dnsserver', `127.0.0.1:${dnsPort}`]
      const started = Bun.spawn(command, { env, stdout: 'ignore', stderr: Bun.file(logFile) })
      child = started
      await until('its directory', async () => {
        if (started.exitCode !== null) throw new Error(await Bun.file(logFile).text())
        return ask(directoryUrl).then(
          ({ ok }) => ok,
          () => false,
        )
      })
    },
    /** Its root certificate, as PEM. */
    root: async () => (await manage('/roots/0')).text(),
    /** Whether it has revoked the certificate with this serial. */
    async isRevoked(serial: string) {
      const reply = await manage(`/cert-status-by-serial/${serial.replace(/^0+/, '')}`)
      return ((await reply.json()) as { Status?: string }).Status === 'Revoked'
    },
    async close() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
