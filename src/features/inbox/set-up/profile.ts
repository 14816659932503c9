import { createHash } from 'node:crypto'
import { escapeMarkup } from '#features/mail-transport/message/markup.ts'
import { showAddress } from '#features/mailboxes/contract/address.ts'
import { mailNameOf } from '#features/mailboxes/service/mail-name.ts'
import type { AccountRow } from '#features/mailboxes/service/rows.ts'
import type { Deps } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'

const elementOf = (value: string | number | boolean): string => {
  if (typeof value === 'boolean') return value ? '<true/>' : '<false/>'
  return typeof value === 'number' ? `<integer>${value}</integer>` : `<string>${escapeMarkup(value)}</string>`
}

const dictOf = (entries: Record<string, string | number | boolean>, more = ''): string =>
  `<dict>${Object.entries(entries)
    .map(([key, value]) => `<key>${key}</key>${elementOf(value)}`)
    .join('')}${more}</dict>`

/** The same in every download, so that a second one replaces the first on the phone (RFC 9562, version 8). */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ]
  return parts.join('-').toUpperCase()
}

/**
 * The configuration profile of a mailbox (Apple, "Configuration Profile Reference", com.apple.mail.managed); the phone asks
 * for the password. @throws WRONG_STATE while mail programs cannot read or send mail here
 */
export function profileOf(deps: Deps, row: AccountRow): string {
  const { imap, submission } = deps.mailPorts
  if (imap === null || submission === null)
    throw new DomainError('WRONG_STATE', 'Mail apps cannot connect to this portal. Read mail in the inbox.')
  const host = mailNameOf(deps)
  const address = showAddress(row.email)
  const authentication = 'EmailAuthPassword'
  const mail = dictOf({
    PayloadType: 'com.apple.mail.managed',
    PayloadVersion: 1,
    PayloadIdentifier: `portal.mail.${row.id}.account`,
    PayloadUUID: uuidOf(`${row.id} account`),
    PayloadDisplayName: address,
    EmailAccountType: 'EmailTypeIMAP',
    EmailAccountDescription: address,
    EmailAddress: row.email,
    IncomingMailServerAuthentication: authentication,
    IncomingMailServerHostName: host,
    IncomingMailServerPortNumber: imap,
    IncomingMailServerUseSSL: true,
    IncomingMailServerUsername: row.email,
    OutgoingMailServerAuthentication: authentication,
    OutgoingMailServerHostName: host,
    OutgoingMailServerPortNumber: submission,
    OutgoingMailServerUseSSL: true,
    OutgoingMailServerUsername: row.email,
    OutgoingPasswordSameAsIncomingPassword: true,
  })
  const profile = dictOf(
    {
      PayloadType: 'Configuration',
      PayloadVersion: 1,
      PayloadIdentifier: `portal.mail.${row.id}`,
      PayloadUUID: uuidOf(row.id),
      PayloadDisplayName: address,
      PayloadDescription: `Sets up the mailbox ${address}.`,
      PayloadRemovalDisallowed: false,
    },
    `<key>PayloadContent</key><array>${mail}</array>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">${profile}</plist>
`
}
