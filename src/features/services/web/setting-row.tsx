import type { ReactNode } from 'react'
import type { Service } from '../contract.ts'

type SettingRowProps = { title: string; text: ReactNode; textId?: string; children: ReactNode }

/** A setting with what it does, and its control. */
export const SettingRow = ({ title, text, textId, children }: SettingRowProps) => (
  <div className="server-setting">
    <div>
      <h3>{title}</h3>
      <p className="server-quiet" id={textId}>
        {text}
      </p>
    </div>
    <div>{children}</div>
  </div>
)

/** Why nothing can be done to the server now; nothing when something can. */
export function refusalOf({ status }: Service): string | undefined {
  if (status === 'pending') return 'This service is not active yet.'
  return status === 'suspended' ? 'This service is suspended.' : undefined
}
