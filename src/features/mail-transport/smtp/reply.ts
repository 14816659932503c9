/** A reply to a command: its code, and a text that begins with the enhanced code (RFC 3463). */
export class SmtpReply extends Error {
  constructor(
    readonly responseCode: number,
    enhanced: string,
    text: string,
  ) {
    super(`${enhanced} ${text}`)
  }
}

/** Every rejection of an incoming message, as other servers and their users read it. */
export const replies = {
  unknown: () => new SmtpReply(550, '5.1.1', 'No such address here.'),
  relay: () => new SmtpReply(550, '5.7.1', 'Mail for this domain is not accepted here.'),
  suspended: () => new SmtpReply(550, '5.2.1', 'This address is suspended.'),
  paused: () => new SmtpReply(450, '4.2.1', 'This address is not accepting mail right now.'),
  pending: () => new SmtpReply(450, '4.2.1', 'This address has no destination yet.'),
  mailboxFull: () => new SmtpReply(452, '4.2.2', 'The mailbox is full.'),
  tooLargeForMailbox: () => new SmtpReply(552, '5.2.2', 'The message is larger than the mailbox.'),
  tooLarge: (bytes: number) => new SmtpReply(552, '5.3.4', `Messages are limited to ${bytes} bytes.`),
  headTooLarge: () => new SmtpReply(552, '5.3.4', 'The message header is too large.'),
  diskFull: () => new SmtpReply(452, '4.3.1', 'The server is out of storage right now.'),
  failed: () => new SmtpReply(451, '4.3.0', 'The message could not be accepted. Please try again.'),
  spam: (why: string) => new SmtpReply(550, '5.7.1', why),
  policy: (domain: string) => new SmtpReply(550, '5.7.26', `Rejected by the DMARC policy of ${domain}.`),
  virus: (name: string) => new SmtpReply(550, '5.7.1', `The message contains malware: ${name}.`),
  later: () => new SmtpReply(451, '4.7.1', 'Please try again in a few minutes.'),
  unscanned: () => new SmtpReply(451, '4.7.1', 'The message could not be scanned. Please try again.'),
  tooMany: (what: string) => new SmtpReply(421, '4.7.0', `Too many ${what} from your address.`),
  crowded: () => new SmtpReply(421, '4.7.0', 'Too many connections. Please try again in a moment.'),
  tooSlow: () => new SmtpReply(421, '4.4.2', 'Timeout: the client sent too little data.'),
  stopping: () => new SmtpReply(421, '4.3.2', 'The server is stopping.'),
  lineEnd: (half: string) => new SmtpReply(550, '5.5.2', `A bare ${half} is not a valid line end.`),
} as const
