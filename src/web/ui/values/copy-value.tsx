import { CopyButton } from './copy-button.tsx'

const copied = { title: 'Copied', description: 'Value copied to clipboard' }

/** A value as it is written elsewhere, with the button that copies it. */
export const CopyValue = ({ label, value }: { label: string; value: string }) => (
  <span className="copy-value">
    <span className="mono copy-value-text">{value}</span>
    <CopyButton value={value} label={`Copy value of ${label}`} toast={copied} />
  </span>
)
