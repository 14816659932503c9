import { isDelegation } from '#features/zones/contract/edit-zone.ts'
import type { DnsRecord } from '#features/zones/contract/records.ts'
import { soaTimes } from '#shared/names/soa.ts'
import { CopyValue } from '#web/ui/values/copy-value.tsx'
import type { Domain } from '../../contract/contract.ts'

const hostsOf = ({ nameservers }: Domain, records: readonly DnsRecord[]): string[] => {
  const own = records.filter(isDelegation).map(({ value }) => value)
  return own.length > 0 ? own : nameservers
}

const soaOf = ({ name, nameservers, serial }: Domain, [first]: readonly string[]): string => {
  const times = Object.values(soaTimes).join(' ')
  return `${nameservers[0] ?? first}. hostmaster.${name}. ${serial} ${times}`
}

type ZoneAuthorityProps = { domain: Domain; records: readonly DnsRecord[] }

/** The name servers and the SOA record of the zone, both set by the portal. */
export function ZoneAuthority({ domain, records }: ZoneAuthorityProps) {
  const hosts = hostsOf(domain, records)
  return (
    <section aria-labelledby="domain-authority-title">
      <h3 id="domain-authority-title">Name servers and SOA</h3>
      <p className="quiet">Managed automatically.</p>
      <dl className="domain-facts">
        <div>
          <dt>NS</dt>
          <dd>
            {hosts.map((host) => (
              <CopyValue key={host} label={`NS ${domain.name}`} value={host} />
            ))}
          </dd>
        </div>
        <div>
          <dt>SOA</dt>
          <dd>
            <CopyValue label={`SOA ${domain.name}`} value={soaOf(domain, hosts)} />
          </dd>
        </div>
      </dl>
    </section>
  )
}
