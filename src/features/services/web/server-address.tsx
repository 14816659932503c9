import { isLoopback } from '#shared/address.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'

/** The IP address of a service; one of the machine itself says that nobody else reaches it. */
export function ServerAddress({ ip }: { ip: string | null }) {
  if (!ip) return <span className="service-absent">Assigned on activation</span>
  if (isLoopback(ip)) {
    return (
      <span>
        <span className="mono">{ip}</span>
        <span className="service-absent">, this machine only</span>
      </span>
    )
  }
  return (
    <span className="service-address">
      <span className="mono">{ip}</span>
      <CopyButton value={ip} label={`Copy IP address ${ip}`} />
    </span>
  )
}
