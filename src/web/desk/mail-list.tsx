import { formatMoment } from '#shared/time.ts'
import { StatusBadge, type Tone } from '../ui/values/status-badge.tsx'

/** A portal mail, without its text. */
export type Mail = {
  id: string
  to: string
  subject: string
  status: 'queued' | 'sent' | 'failed'
  lastError: string | null
  createdAt: string
  sentAt: string | null
  isFile: boolean
}

const tones: Record<Mail['status'], Tone> = { queued: 'warn', sent: 'ok', failed: 'bad' }

/** The mails about one object, with their delivery status. */
export function MailList({ mails }: { mails: readonly Mail[] }) {
  if (mails.length === 0) return <p className="desk-quiet">No emails in the last 30 days.</p>
  return (
    <ul className="desk-mails">
      {mails.map((mail) => (
        <li key={mail.id}>
          <span>{mail.subject}</span>
          <MailStatus mail={mail} />
          <span className="desk-quiet">
            {mail.to}, {formatMoment(mail.sentAt ?? mail.createdAt)}
            {mail.lastError && `: ${mail.lastError}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A mail that is only in a file has reached no one. */
const MailStatus = ({ mail: { status, isFile } }: { mail: Mail }) =>
  isFile ? (
    <StatusBadge status={status} tone="neutral" label="Saved to a file" />
  ) : (
    <StatusBadge status={status} tone={tones[status]} />
  )
