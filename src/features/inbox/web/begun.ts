import type { OpenDraft, OpenMessage } from '../contract.ts'

/** How a message is answered: to its sender, to everyone it names, or passed on to somebody else. */
export type Answering = 'sender' | 'everyone' | 'forward'

/** How writing begins: anew, as an answer, or with a draft that was saved before. */
export type Begun =
  | { kind: 'new' }
  | { kind: 'answer'; message: OpenMessage; how: Answering }
  | { kind: 'draft'; draft: OpenDraft }

/** Whether an answer to everyone may reach more people than one to the sender. */
export const hasOthers = ({ people: { to, cc } }: OpenMessage): boolean => to.length + cc.length > 1
