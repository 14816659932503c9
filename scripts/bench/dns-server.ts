import { startTestDns } from '../../test/support/dns.ts'

// The name server alone, with as many zones and hosts as the command line says; prints its port.

const [zones = 1, hosts = 1] = process.argv.slice(2).map(Number)
const lines = Array.from({ length: hosts }, (_, host) => `h${host} A 192.0.2.${host}`)
const server = await startTestDns(
  Array.from({ length: zones }, (_, at): [string, string[]] => [`zone${at}.example`, lines]),
)
process.stdout.write(`${server.port}\n`)
process.once('SIGTERM', () => {
  server.close()
  process.exit(0)
})
