import { isLoopback } from '#shared/address.ts'
import { CopyButton } from './copy-button.tsx'

/** The IP address of a service; one of the machine itself says that it is not public. */
export function IpAddress({ ip }: { ip: string | null }) {
  if (!ip) return <span className="ip-address-note">Assigned on activation</span>
  return (
    <span className="ip-address">
      <span>
        <span className="mono">{ip}</span>
        {isLoopback(ip) && <span className="ip-address-note">, not public yet</span>}
      </span>
      {!isLoopback(ip) && <CopyButton value={ip} label={`Copy IP address ${ip}`} />}
    </span>
  )
}
