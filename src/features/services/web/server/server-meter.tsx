import type { ReactNode } from 'react'
import { usageTone } from '#web/ui/values/status-badge.tsx'

type MeterProps = {
  name: string
  /** 0 to 100; higher values fill the bar. */
  percent: number
  /** The value as text, at the right. */
  value: string
  detail?: ReactNode
  /** Usage is coloured by its distance to the limit (docs/product/interface.md, "Status colours"). */
  isUsage?: boolean
}

/** A bar with its name and value. */
export function Meter({ name, percent, value, detail, isUsage = false }: MeterProps) {
  const share = Math.min(100, Math.max(0, percent))
  return (
    <div className="server-meter" data-tone={isUsage ? usageTone(percent) : undefined}>
      <div className="server-meter-head">
        <span>{name}</span>
        <span className="tabular server-meter-value">{value}</span>
      </div>
      <meter className="visually-hidden" aria-label={name} min={0} max={100} value={share}>
        {value}
      </meter>
      <div className="server-meter-track" aria-hidden="true">
        <div className="server-meter-bar" style={{ width: `${share}%` }} />
      </div>
      {detail && <div className="server-meter-detail">{detail}</div>}
    </div>
  )
}
