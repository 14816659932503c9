import { useState } from 'react'
import type { OpenMessage } from '../../contract.ts'
import { MessageFrame } from './message-frame.tsx'

type MessageBodyProps = { accountId: string; message: OpenMessage }

/** The body of a message; HTML is in a frame without scripts, and remote images load only on request. */
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
            <span className="quiet inbox-blocked">Remote images blocked to protect your privacy.</span>
            <button type="button" className="button" onClick={() => setRemote(true)}>
              Load images
            </button>
          </>
        )}
        <button type="button" className="button" onClick={() => setPlain(!isPlain)}>
          {isPlain ? 'Show formatted' : 'Show plain text'}
        </button>
      </div>
      {isPlain ? (
        <PlainText text={text} />
      ) : (
        <MessageFrame key={address} address={address} title={subject || 'Message'} />
      )}
    </>
  )
}

function PlainText({ text }: { text: string }) {
  if (text.trim() === '') return <p className="quiet">This message has no text.</p>
  return <div className="inbox-text">{text}</div>
}
