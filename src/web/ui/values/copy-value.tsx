import { CopyButton } from './copy-button.tsx'

const copied = { title: 'Copied', description: 'Value copied to clipboard' }

/** A value to paste into another program, with a copy button. */
export const CopyValue = ({ label, value }: { label: string; value: string }) => (
  <span className="copy-value">
    <span className="mono copy-value-text">{value}</span>
    <CopyButton value={value} label={`Copy value of ${label}`} toast={copied} />
  </span>
)
