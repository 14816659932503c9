import type { Addressee, Letter } from './template.ts'

type Mail = Pick<Letter, 'paragraphs' | 'action'> & { companyName: string; greeting: string }

const frame = 'font:15px/1.6 system-ui,sans-serif;color:#14181f;max-width:560px;margin:0 auto;padding:24px'
const button =
  'display:inline-block;background:#3a66db;color:#fff;text-decoration:none;padding:10px 18px;border-radius:8px'

/** One mail as plain text and as HTML with the same words; all values are escaped in the HTML. */
export function composeMail({ companyName, greeting, paragraphs, action }: Mail): {
  text: string
  html: string
} {
  const text = [
    greeting,
    ...paragraphs,
    ...(action ? [`${action.label}: ${action.url}`] : []),
    companyName,
  ].join('\n\n')
  const html = [
    `<div style="${frame}">`,
    `<p>${Bun.escapeHTML(greeting)}</p>`,
    ...paragraphs.map((paragraph) => `<p>${Bun.escapeHTML(paragraph)}</p>`),
    ...(action
      ? [
          `<p><a style="${button}" href="${Bun.escapeHTML(action.url)}">${Bun.escapeHTML(action.label)}</a></p>`,
        ]
      : []),
    `<p style="color:#5b6470">${Bun.escapeHTML(companyName)}</p>`,
    '</div>',
  ].join('\n')
  return { text: `${text}\n`, html }
}

/**
 * `Hello Asha,`, or a plain greeting without a known first name. An unverified address gets the plain one: a typed name would let
 * anyone mail their own text to any address.
 */
export const greet = ({ firstName, emailVerified }: Addressee): string =>
  firstName && emailVerified ? `Hello ${firstName},` : 'Hello,'
