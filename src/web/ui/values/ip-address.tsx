import { isLoopback } from '#shared/address.ts'
import { CopyButton } from './copy-button.tsx'

/** A service's IP address; a loopback address is marked as not public. */
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
