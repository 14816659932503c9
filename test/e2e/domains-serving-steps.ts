import { afterAll, beforeAll } from 'bun:test'
import { freePort } from '../support/free-port.ts'
import { type Person, startPortal, type TestPortal, until } from '../support/portal.ts'

type Domain = { id: string; name: string; ssl: boolean; www: string; httpsRedirect: boolean; hsts: boolean }

export const tlsPort = freePort()

export let portal: TestPortal
export let plainPort: number
let count = 0

export async function makeDomain(): Promise<{ person: Person; domain: Domain }> {
  const person = await portal.customer()
  await portal.activate(person, await portal.order(person))
  count += 1
  return { person, domain: await person.call('/api/domains/register', { name: `chimes-${count}` }) }
}

export const domainOf = async (person: Person) => (await person.call<Domain[]>('/api/domains'))[0]

/** The gateway’s answer to a plain request: its status and redirect target. */
export async function ask(host: string): Promise<[status: number, location: string | null]> {
  const headers = { host: `${host}:${plainPort}` }
  const answer = await fetch(portal.server.sitesUrl ?? '', { headers, redirect: 'manual' })
  return [answer.status, answer.headers.get('location')]
}

export const leadsTo = (host: string, location: string | null) =>
  until(async () => {
    const [status, found] = await ask(host)
    return found === location && (location !== null || status === 200)
  })

/** Starts the fixtures of a test file, and stops them after its last test. */
export function prepare(): void {
  beforeAll(async () => {
    // A proxy in front of the sites would have to state the visitor’s protocol.
    const env = { SITES_TLS_PORT: String(tlsPort), TRUSTED_PROXIES: '' }
    portal = await startPortal({ env })
    plainPort = Number(new URL(portal.server.sitesUrl ?? '').port)
  })
  afterAll(() => portal.stop())
}
