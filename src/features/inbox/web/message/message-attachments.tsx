import { DownloadIcon } from '#web/ui/icons.tsx'
import { Bytes } from '#web/ui/values/values.tsx'
import type { OpenMessage } from '../../contract.ts'

/** The attachments of a message, as downloads. */
export function MessageAttachments({ accountId, message }: { accountId: string; message: OpenMessage }) {
  const { id, attachments } = message
  return (
    <section aria-label="Attachments">
      <h3>Attachments</h3>
      <ul className="inbox-attachments">
        {attachments.map(({ n, name, type, size }) => (
          <li key={n}>
            <a
              className="button"
              href={`/api/email/accounts/${accountId}/messages/${id}/attachments/${n}`}
              download={name}
            >
              <DownloadIcon size={16} />
              <span className="inbox-wrap">{name}</span>
            </a>
            <span className="quiet">
              {type}, <Bytes bytes={size} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
