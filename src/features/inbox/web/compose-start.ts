import type { OpenDraft, OpenMessage } from '../contract.ts'

/** How a message is answered: to its sender, to everyone, or forwarded. */
export type ReplyKind = 'sender' | 'everyone' | 'forward'

/** How a message starts: new, as an answer, or from a saved draft. */
export type ComposeStart =
  | { kind: 'new' }
  | { kind: 'answer'; message: OpenMessage; how: ReplyKind }
  | { kind: 'draft'; draft: OpenDraft }

/** Whether a reply to everyone may reach more people than one to the sender. */
export const hasOthers = ({ people: { to, cc } }: OpenMessage): boolean => to.length + cc.length > 1
