/** An answer to a command: its code, and a text that begins with the enhanced code (RFC 3463). */
export class SmtpReply extends Error {
  constructor(
    readonly responseCode: number,
    enhanced: string,
    text: string,
  ) {
    super(`${enhanced} ${text}`)
  }
}

/** Every refusal of a message that arrives, as other servers and their users read it. */
export const replies = {
  unknown: () => new SmtpReply(550, '5.1.1', 'There is no such address here.'),
  relay: () => new SmtpReply(550, '5.7.1', 'Mail for this domain is not received here.'),
  suspended: () => new SmtpReply(550, '5.2.1', 'This address is suspended.'),
  paused: () => new SmtpReply(450, '4.2.1', 'This address takes no mail at present.'),
  pending: () => new SmtpReply(450, '4.2.1', 'This address leads nowhere yet.'),
  mailboxFull: () => new SmtpReply(452, '4.2.2', 'The mailbox is full.'),
  tooLargeForMailbox: () => new SmtpReply(552, '5.2.2', 'The message is larger than the mailbox.'),
  tooLarge: (bytes: number) => new SmtpReply(552, '5.3.4', `A message has at most ${bytes} bytes.`),
  headTooLarge: () => new SmtpReply(552, '5.3.4', 'The header of the message is too large.'),
  diskFull: () => new SmtpReply(452, '4.3.1', 'There is no room at present.'),
  failed: () => new SmtpReply(451, '4.3.0', 'The message could not be taken. Please try again.'),
  spam: (why: string) => new SmtpReply(550, '5.7.1', why),
  policy: (domain: string) =>
    new SmtpReply(550, '5.7.26', `The owner of ${domain} asks to refuse what they have not signed or sent.`),
  virus: (name: string) => new SmtpReply(550, '5.7.1', `The message holds malware: ${name}.`),
  later: () => new SmtpReply(451, '4.7.1', 'Please try again in a few minutes.'),
  unscanned: () => new SmtpReply(451, '4.7.1', 'The message could not be examined. Please try again.'),
  tooMany: (what: string) => new SmtpReply(421, '4.7.0', `Too many ${what} from your address.`),
  crowded: () => new SmtpReply(421, '4.7.0', 'Too many connections. Please try again in a moment.'),
  tooSlow: () => new SmtpReply(421, '4.4.2', 'Nothing came in time, or too slowly.'),
  stopping: () => new SmtpReply(421, '4.3.2', 'The server is stopping.'),
  lineEnd: (half: string) => new SmtpReply(550, '5.5.2', `A bare ${half} is no line end.`),
} as const
