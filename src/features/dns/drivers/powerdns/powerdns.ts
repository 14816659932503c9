import { z } from 'zod'
import { minute } from '#shared/time.ts'
import { PowerDnsFailure } from './failure.ts'
import { createPowerDnsHttp, notItsApi, type PowerDnsEndpoint } from './http.ts'
import { readObjects } from './read-objects.ts'
import type { RrSet, RrSetChange } from './rr-sets.ts'

const head = z.object({ name: z.string(), serial: z.number(), account: z.string().default('') })
/** A PowerDNS zone without its records; the name has its trailing dot. */
type PowerDnsHead = z.output<typeof head>

const zone = head.extend({
  dnssec: z.boolean().default(false),
  rrsets: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      ttl: z.number(),
      records: z.array(z.object({ content: z.string(), disabled: z.boolean().default(false) })),
    }),
  ),
})
type PowerDnsZone = z.output<typeof zone>

const cryptokey = z.object({ id: z.number(), dnskey: z.string(), active: z.boolean() })
/** A signing key; `dnskey` is the data of its record as text. */
export type PowerDnsKey = z.output<typeof cryptokey>

type NewZone = { name: string; account: string; rrsets: readonly RrSet[] }
export type NewKey = { keytype: 'ksk' | 'zsk'; content: string }

const listDeadlineMs = minute

/** The HTTP API of PowerDNS' Authoritative Server; names have their trailing dot. Every call throws PowerDnsFailure. */
export interface PowerDns {
  version(deadlineMs?: number): Promise<string>
  /** All zones of the server, ours or not. */
  list(): AsyncGenerator<PowerDnsHead>
  findHead(name: string, deadlineMs?: number): Promise<PowerDnsHead | null>
  read(name: string): Promise<PowerDnsZone | null>
  /** Creates a zone; returns false when one of this name exists. */
  create(zone: NewZone): Promise<boolean>
  patch(name: string, changes: readonly RrSetChange[]): Promise<void>
  remove(name: string): Promise<void>
  keys(name: string): Promise<PowerDnsKey[]>
  addKey(name: string, key: NewKey): Promise<void>
  removeKey(name: string, id: number): Promise<void>
  /** Publishes the CDS and CDNSKEY records, RFC 7344. */
  publishCds(name: string): Promise<void>
  /** Flushes cached answers, because PowerDNS caches a refusal although the zone exists by now. */
  forget(name: string): Promise<void>
}

export function createPowerDns(place: PowerDnsEndpoint): PowerDns {
  const { open, ask } = createPowerDnsHttp(place)
  const read = <T>(schema: z.ZodType<T>, value: unknown): T => {
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    throw notItsApi(place.url)
  }
  const at = (name: string, rest = '') => `/zones/${encodeURIComponent(name)}${rest}`
  const setMetadata = (name: string, kind: string, value: string) =>
    ask({ method: 'PUT', path: at(name, `/metadata/${kind}`), body: { kind, metadata: [value] } })
  return {
    async version(deadlineMs) {
      const answer = await ask({ path: '', ...(deadlineMs ? { deadlineMs } : {}) }, [404])
      return read(z.object({ version: z.string() }), answer).version
    },
    async *list() {
      // The DNSSEC state would need a request for each zone; the serial is enough.
      const { body } = await open({ path: '/zones?dnssec=false', deadlineMs: listDeadlineMs })
      if (!body) throw notItsApi(place.url)
      try {
        for await (const object of readObjects(body)) yield read(head, object)
      } catch (error) {
        if (error instanceof PowerDnsFailure) throw error
        if (error instanceof SyntaxError) throw notItsApi(place.url)
        throw new PowerDnsFailure(`PowerDNS at ${place.url} ended its list of zones early.`, {
          isOutage: true,
        })
      }
    },
    async findHead(name, deadlineMs) {
      const path = `/zones?dnssec=false&zone=${encodeURIComponent(name)}`
      const heads = read(z.array(head), await ask({ path, ...(deadlineMs ? { deadlineMs } : {}) }))
      return heads.find((each) => each.name.toLowerCase() === name) ?? null
    },
    async read(name) {
      const answer = await ask({ path: at(name) }, [404])
      return answer === null ? null : read(zone, answer)
    },
    async create({ name, account, rrsets }) {
      // Keeps our serial; as a primary PowerDNS notifies its secondaries if configured.
      const kept = { soa_edit: '', soa_edit_api: '', api_rectify: true }
      const body = { name, account, kind: 'Master', nameservers: [], rrsets, ...kept }
      const response = await open({ method: 'POST', path: '/zones', body }, [409])
      await response.body?.cancel()
      return response.status !== 409
    },
    async patch(name, changes) {
      await ask({ method: 'PATCH', path: at(name), body: { rrsets: changes } })
    },
    async remove(name) {
      await ask({ method: 'DELETE', path: at(name) }, [404])
    },
    keys: async (name) => read(z.array(cryptokey), await ask({ path: at(name, '/cryptokeys') })),
    async addKey(name, { keytype, content }) {
      const body = { keytype, content, active: true, published: true }
      await ask({ method: 'POST', path: at(name, '/cryptokeys'), body })
    },
    async removeKey(name, id) {
      await ask({ method: 'DELETE', path: at(name, `/cryptokeys/${id}`) }, [404])
    },
    async publishCds(name) {
      // SHA-256, RFC 4509.
      await setMetadata(name, 'PUBLISH-CDS', '2')
      await setMetadata(name, 'PUBLISH-CDNSKEY', '1')
    },
    async forget(name) {
      await ask({ method: 'PUT', path: `/cache/flush?domain=${encodeURIComponent(name)}` })
    },
  }
}
