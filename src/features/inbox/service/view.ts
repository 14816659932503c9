import { escapeMarkup } from '#features/mail-transport/message/markup.ts'
import type { ReadMessage } from '../reading/read-message.ts'

type ViewPolicy = {
  /** Whether remote images load. */
  remote: boolean
  /** Whether the inbox shows the document and measures it. */
  isFramed: boolean
}

/**
 * The content policy of a message document: no scripts, remote images only on request. Outside the inbox its origin is opaque.
 */
export const viewPolicy = ({ remote, isFramed }: ViewPolicy): string =>
  [
    `sandbox ${isFramed ? 'allow-same-origin ' : ''}allow-popups allow-popups-to-escape-sandbox`,
    "default-src 'none'",
    `img-src data:${remote ? ' https: http:' : ''}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

// White in dark mode too: messages are written for it.
const style = `body{display:flow-root;margin:0;padding:16px;font:15px/1.5 system-ui,sans-serif;color:#111;background:#fff;overflow-wrap:anywhere}
img{max-width:100%;height:auto}table{max-width:100%}blockquote{margin:0 0 0 8px;padding-left:8px;border-left:2px solid #bbb}
pre{white-space:pre-wrap;font:inherit;margin:0}`

/** A message as a document. */
export const viewOf = ({ html, text }: ReadMessage): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>Message</title>
<style>${style}</style>
<body>${html ?? `<pre>${escapeMarkup(text)}</pre>`}</body>
</html>
`
