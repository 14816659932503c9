import { useState } from 'react'
import type { OpenMessage } from '../../contract.ts'

type MessageBodyProps = { accountId: string; message: OpenMessage }

/** The text of a message; HTML is in a frame without scripts and without an origin, and loads nothing from elsewhere until asked. */
export function MessageBody({ accountId, message }: MessageBodyProps) {
  const { id, text, html, hasRemoteContent, subject } = message
  const [isPlain, setPlain] = useState(false)
  const [isRemote, setRemote] = useState(false)
  if (html === null) return <PlainText text={text} />
  const address = `/api/email/accounts/${accountId}/messages/${id}/view${isRemote ? '?remote=1' : ''}`
  return (
    <>
      <div className="inbox-body-bar">
        {hasRemoteContent && !isRemote && !isPlain && (
          <>
            <span className="quiet">
              Pictures from elsewhere are not loaded: they tell the sender that you read this.
            </span>
            <button type="button" className="button" onClick={() => setRemote(true)}>
              Load pictures
            </button>
          </>
        )}
        <button type="button" className="button" onClick={() => setPlain(!isPlain)}>
          {isPlain ? 'Show as it was made' : 'Show as plain text'}
        </button>
      </div>
      {isPlain ? (
        <PlainText text={text} />
      ) : (
        <iframe
          key={address}
          className="inbox-frame"
          title={subject || 'Message'}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          src={address}
        />
      )}
    </>
  )
}

function PlainText({ text }: { text: string }) {
  if (text.trim() === '') return <p className="quiet">This message has no text.</p>
  return <div className="inbox-text">{text}</div>
}
